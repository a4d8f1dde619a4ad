const { TestEnvironment } = require("jest-environment-node");
const { noteGlobals } = require("./globals.cjs");

/** Jest's environment for Node in the realm of jest itself: belongs to `runtime.cjs`. */
module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.restoreGlobals = noteGlobals();
    this.global = globalThis;
    const Mocker = this.moduleMocker.constructor;
    const Timers = this.fakeTimersModern.constructor;
    this.moduleMocker = new Mocker(globalThis);
    this.fakeTimersModern = new Timers({ config: config.projectConfig, global: globalThis });
  }

  async teardown() {
    await super.teardown();
    this.restoreGlobals();
  }
};
