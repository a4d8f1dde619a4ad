import { join } from "node:path";
import { parseArgs } from "node:util";
import { migrate, resolveMigration } from "./lib/migrator";

// `npm run db:migrate`: brings the database that `npm start` would use up to date. After a migration
// that failed or was interrupted `-- --rolled-back <name>` runs it again, `-- --applied <name>` keeps it.
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { "rolled-back": { type: "string" }, applied: { type: "string" } },
  });
  const { MIGRATION_DATABASE_URL, DATABASE_SESSION_URL, DATABASE_URL } = process.env;
  const url = MIGRATION_DATABASE_URL || DATABASE_SESSION_URL || DATABASE_URL;
  if (!url)
    throw new Error("Set DATABASE_URL, or MIGRATION_DATABASE_URL where another user migrates.");
  for (const outcome of ["applied", "rolled-back"] as const) {
    const name = values[outcome];
    if (name !== undefined) await resolveMigration(url, name, outcome);
  }
  const { migrations, functions } = await migrate(url, join(process.cwd(), "prisma"), (name) => {
    console.log(`Applying ${name}`);
  });
  console.log(
    migrations.length + functions.length === 0
      ? "The database is up to date."
      : `${migrations.length} migrations and ${functions.length} functions applied.`,
  );
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
