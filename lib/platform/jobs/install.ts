import { PgBoss } from "pg-boss";
import { PrimaryClient } from "@/lib/platform/db/primary-client";
import { quietClient } from "@/lib/platform/db/quiet-client";

/** The schema that pg-boss keeps its tables in. */
export const JOB_SCHEMA = "pgboss";

/**
 * Creates or upgrades the job tables. Runs with the migrations, as the database's owner; the
 * tables belong to app_runtime, because pg-boss maintains and reindexes them as the application.
 * @param ownerUrl connection string of a user that may create schemas and become app_runtime
 */
export async function installJobSchema(ownerUrl: string): Promise<void> {
  const client = quietClient({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${JOB_SCHEMA} AUTHORIZATION app_runtime`);
  } finally {
    await client.end();
  }
  const boss = new PgBoss({
    connectionString: ownerUrl,
    ...{ Client: PrimaryClient },
    options: "-c role=app_runtime",
    schema: JOB_SCHEMA,
    createSchema: false,
    schedule: false,
    supervise: false,
    max: 1,
  });
  // As with the client: a lost connection also fails what is under way.
  boss.on("error", () => undefined);
  await boss.start();
  await boss.stop({ graceful: false });
}
