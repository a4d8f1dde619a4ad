import { startTestPostgres } from "./postgres.mjs";

/**
 * Lets a run go on, and fail, where something that a test file left behind fails once the file has ended: Node would
 * end the runner, with all files that are still to come and without a report of those before.
 */
function outliveWhatFilesLeave() {
  for (const event of ["uncaughtException", "unhandledRejection"]) {
    process.on(event, (error) => {
      process.exitCode = 1;
      console.error("A test file that has ended left behind what failed now:", error);
    });
  }
}

/** A whole run has one database server for all its tests; jest alone boots its own. */
export default async function setUp() {
  outliveWhatFilesLeave();
  if (process.env.TEST_POSTGRES_PORT) return;
  Object.assign(process.env, await startTestPostgres());
}
