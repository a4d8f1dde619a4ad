import { readFileSync } from "node:fs";
import { join } from "node:path";
import { step } from "./application.mjs";
import { root } from "./settings.mjs";

const ROLE = "app_runtime";
const PATIENCE_MS = 10_000;

/** For a site with real money, or a pooler, the step itself has more to refuse than the server does. */
const canBeAsked = ({ REAL_MONEY, DATABASE_SESSION_URL, DATABASE_ROLE = "" }) =>
  ["", "0", "false", undefined].includes(REAL_MONEY) &&
  !DATABASE_SESSION_URL &&
  /^\w*$/.test(DATABASE_ROLE);

/**
 * Whether a demo's database has all that seeding makes. Asked with the light driver: to load the other takes two
 * seconds of the processor. False where it can't be told, whatever the reason: the step finds it out, and says it.
 * @param {Record<string, string | undefined>} env of the application
 */
export async function isSeeded(env) {
  if (!canBeAsked(env)) return false;
  try {
    const { default: pg } = await import("pg");
    const client = new pg.Client({
      connectionString: env.DATABASE_URL,
      // As the application's connections are, which the step is the first to ask for.
      options: `-c role=${env.DATABASE_ROLE || ROLE}`,
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
    });
    client.on("error", () => undefined);
    await client.connect();
    try {
      const { rows } = await client.query(
        readFileSync(join(root, "prisma/seed/complete.sql"), "utf8"),
      );
      return rows[0]?.complete === true;
    } finally {
      await client.end();
    }
  } catch {
    return false;
  }
}

/** Fills a site that lacks anything of what each has at its beginning. @throws Fault with the step's last words */
export async function ensureSeeded(env) {
  if (!(await isSeeded(env))) await step("seed", env);
}
