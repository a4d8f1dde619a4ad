const vm = require("node:vm");
const Runtime = require("jest-runtime").default;

const scripts = new Map();

/** Jest's runtime for component tests: a file that was compiled for one test file is not compiled for the next. */
class CompilingOnceRuntime extends Runtime {
  constructor(...parts) {
    super(...parts);
    const { executor } = this;
    const head = `(function (${executor.injectedModuleParameters.join(", ")}) {`;
    executor.compile = (source, filename) => {
      const context = executor.environment.getVmContext();
      if (!context) return null;
      let known = scripts.get(filename);
      if (known?.source !== source) {
        const script = new vm.Script(`${head}${source}\n})`, {
          filename,
          columnOffset: -head.length,
        });
        known = { source, script };
        scripts.set(filename, known);
      }
      return known.script.runInContext(context);
    };
  }
}

module.exports = { __esModule: true, default: CompilingOnceRuntime };
