import { join } from "node:path";
import { migrate } from "./lib/migrator";

// `npm run db:migrate`: brings the database of MIGRATION_DATABASE_URL or DATABASE_URL up to date.
async function main(): Promise<void> {
  const url = process.env.MIGRATION_DATABASE_URL ?? process.env.DATABASE_URL;
  if (!url)
    throw new Error("Set DATABASE_URL, or MIGRATION_DATABASE_URL where another user migrates.");
  const applied = await migrate(url, join(process.cwd(), "prisma/migrations"), (name) => {
    console.log(`Applying ${name}`);
  });
  console.log(applied.length === 0 ? "The database is up to date." : `${applied.length} applied.`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
