const { mkdtempSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");

// Runs before the imports of each integration test file, because the environment is read on
// import. The copy of the worker's previous file goes, so that a long run stays small.
module.exports = async () => {
  const { createTestDatabase, dropTestDatabases } = require("../database.ts");
  await dropTestDatabases();
  const database = await createTestDatabase();
  Object.assign(process.env, {
    TEST_DATABASE_NAME: database.name,
    DATABASE_URL: database.appUrl,
    FEED_DATABASE_URL: database.feedUrl,
    MIGRATION_DATABASE_URL: database.ownerUrl,
    DATA_DIR: mkdtempSync(join(tmpdir(), "aurum-files-")),
    NEXTAUTH_SECRET: "only-for-tests-only-for-tests-only-for-tests",
    NEXTAUTH_URL: "http://localhost:3000",
    LOG_LEVEL: "silent",
    // The cheapest bcrypt allows: tests make many accounts.
    BCRYPT_COST: "4",
  });
};
