const SharedEnvironment = require("./node-environment.cjs");

// Closes what the application opened during a test file, after the file's own last hook.
module.exports = class extends SharedEnvironment {
  async teardown() {
    const {
      __boss: boss,
      __database: database,
      __redis: redis,
      __owners: owners = new Map(),
    } = this.global;
    redis?.destroy();
    await (await boss)?.stop({ graceful: false, close: true });
    await Promise.all([database?.prisma.$disconnect(), database?.snapshots?.prisma.$disconnect()]);
    await Promise.all([...owners.values()].flat().map((client) => client.end()));
    const ends = [database?.pool.end(), database?.snapshots?.pool.end()];
    await Promise.all([database?.sql.end({ timeout: 1 }), ...ends]);
    await super.teardown();
  }
};
