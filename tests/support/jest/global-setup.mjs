import { startTestPostgres } from "./postgres.mjs";

/** A whole run has one database server for all its tests; jest alone boots its own. */
export default async function setUp() {
  if (process.env.TEST_POSTGRES_PORT) return;
  Object.assign(process.env, await startTestPostgres());
}
