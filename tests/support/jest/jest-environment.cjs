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
    const { snapshots, practice, practiceSnapshots } = database ?? {};
    const opened = [database, snapshots, practice, practiceSnapshots].filter(Boolean);
    await Promise.all(opened.map(({ prisma }) => prisma.$disconnect()));
    await Promise.all([...owners.values()].flat().map((client) => client.end()));
    await Promise.all(opened.flatMap(({ sql, pool }) => [sql?.end({ timeout: 1 }), pool.end()]));
    await super.teardown();
  }
};
