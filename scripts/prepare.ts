import { join } from "node:path";
import { ensureAppLogin, prepareDatabase } from "./lib/prepare";

// Run by `npm start` and by the tests before the server: migrations, job tables, the login.
async function main(): Promise<void> {
  const url = process.env.MIGRATION_DATABASE_URL ?? process.env.DATABASE_URL;
  if (!url) throw new Error("DATABASE_URL is not set.");
  const migrations = process.env.MIGRATIONS_DIR ?? join(process.cwd(), "prisma/migrations");
  await prepareDatabase(url, migrations, (name) => console.log(`Applying migration ${name}`));
  if (process.env.APP_DATABASE_PASSWORD) {
    await ensureAppLogin(url, process.env.APP_DATABASE_PASSWORD);
  }
}

function explain(error: unknown): string {
  // A refused connection to a name with several addresses arrives as an error of errors.
  const cause = error instanceof AggregateError ? error.errors[0] : error;
  const { code, message } = cause as { code?: string; message: string };
  const unreachable = [
    "ECONNREFUSED",
    "ENOTFOUND",
    "EAI_AGAIN",
    "ETIMEDOUT",
    "ECONNRESET",
    "ENOENT",
  ];
  const isTimeout = /timeout expired|terminated unexpectedly/.test(message);
  if (isTimeout || (code !== undefined && unreachable.includes(code))) {
    return `The database can't be reached: ${message}`;
  }
  return message;
}

main().catch((error: unknown) => {
  console.error(explain(error));
  process.exitCode = 1;
});
