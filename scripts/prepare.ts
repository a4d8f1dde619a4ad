import { join } from "node:path";
import { FUNCTIONS_STEP } from "./lib/migrator";
import { prepareDatabase } from "./lib/prepare";

// Run by `npm start` and by the tests before the server: migrations, functions, job tables, the login.

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** On a signal the migration under way is finished, unless it waits for a table, and no other begun. */
function endBetweenMigrations(): (name: string) => void {
  let isApplying = false;
  let isEnding = false;
  let last: string | undefined;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (!isApplying) process.exit(130);
      isEnding = true;
    });
  }
  return (name) => {
    if (isEnding) process.exit(130);
    isApplying = true;
    const isRepeated = name === last;
    last = name;
    const step = name === FUNCTIONS_STEP ? "the SQL functions" : `migration ${name}`;
    console.log(
      isRepeated
        ? `Waiting for a table that another transaction holds, to apply ${step}`
        : `Applying ${step}`,
    );
  };
}

/** As lib/platform/env.ts reads it, which takes everything else for granted that a start has checked. */
const minSources = ({ MARKET_MIN_SOURCES: value, REAL_MONEY }: NodeJS.ProcessEnv): number =>
  value && /^([1-9]|10)$/.test(value) ? Number(value) : REAL_MONEY === "1" ? 2 : 1;

async function main(): Promise<void> {
  const { MIGRATION_DATABASE_URL, DATABASE_SESSION_URL, DATABASE_URL } = process.env;
  const url = MIGRATION_DATABASE_URL || DATABASE_SESSION_URL || DATABASE_URL;
  if (!url) throw new Error("DATABASE_URL is not set.");
  const prisma = process.env.PRISMA_DIR ?? join(process.cwd(), "prisma");
  await prepareDatabase(url, prisma, {
    appPassword: process.env.APP_DATABASE_PASSWORD,
    feedPassword: process.env.FEED_DATABASE_PASSWORD,
    minSources: minSources(process.env),
    onApply: endBetweenMigrations(),
  });
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
