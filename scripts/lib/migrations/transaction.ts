import { setTimeout as sleep } from "node:timers/promises";
import { type Client, DatabaseError } from "pg";
import { MigrationError } from "./error";

// A statement that waits for a table makes all who come after it wait too, prices and settlement among them; so it
// waits shorter than a price may be missing, and lets the others through before it tries again.
const TABLE_WAIT = "2s";
const TRY_AGAIN_MS = 2_000;
/** How long a transaction is tried while others hold a table that it changes. */
export const PATIENCE_MS = 10 * 60_000;
/** Waited too long, or in a circle with others: deadlocks are looked for before the wait is over. */
const LOCKED_OUT: ReadonlySet<string> = new Set(["55P03", "40P01"]);
// The key that `prisma migrate` takes: the two may run against the same database at once.
const PRISMA_LOCK = 72707369;

const isLockedOut = (error: unknown) =>
  error instanceof DatabaseError && LOCKED_OUT.has(error.code ?? "");

/** How somebody hears of the work, and how long it is tried. */
export interface Patience {
  /** Called before each try. */
  onTry: () => void;
  patienceMs: number;
}

/**
 * Runs `work` in one transaction, again and again while others hold a table that it changes.
 * @param what named in the error, for example "Migration 2_second"
 * @param onFailure records what went wrong, after the rollback, and says what to throw
 * @throws MigrationError LOCKED when they still hold it after `patienceMs`; nothing is changed then
 */
export async function inTransaction(
  client: Client,
  what: string,
  { onTry, patienceMs }: Patience,
  work: () => Promise<void>,
  onFailure: (error: unknown) => Promise<Error>,
): Promise<void> {
  const deadlineMs = performance.now() + patienceMs;
  for (;;) {
    onTry();
    await client.query("BEGIN");
    try {
      await work();
      await client.query("COMMIT");
      return;
    } catch (error) {
      // A connection that is gone can't roll back; the server has done so.
      await client.query("ROLLBACK").catch(() => {
        throw error;
      });
      if (!isLockedOut(error)) throw await onFailure(error);
    }
    if (performance.now() > deadlineMs) {
      throw new MigrationError(
        "LOCKED",
        `${what} needs a table that another transaction (a backup?) does not let go of: end it or wait, then start again.`,
      );
    }
    await sleep(TRY_AGAIN_MS);
  }
}

/** Runs a whole file, or a few statements, inside the open transaction. */
export async function runSql(client: Client, sql: string): Promise<void> {
  await client.query(`SET LOCAL lock_timeout = '${TABLE_WAIT}'`);
  // Without parameters `pg` sends one simple-protocol message, which unlike splitting at
  // semicolons understands function bodies.
  await client.query(sql);
  // A file may leave a role or a search path behind on the session.
  await client.query("RESET ALL; RESET ROLE");
}

/**
 * Takes the lock of that number for the session of `client`, waiting as long as its holder may try a file.
 * @throws MigrationError LOCKED when somebody else holds it longer, the driver's error when the connection is lost
 */
export async function lock(client: Client, key = PRISMA_LOCK): Promise<void> {
  await client.query(`SET lock_timeout = ${PATIENCE_MS + 60_000}`);
  try {
    await client.query("SELECT pg_advisory_lock($1)", [key]);
  } catch (error) {
    if (!isLockedOut(error)) throw error;
    throw new MigrationError(
      "LOCKED",
      "Another process has been migrating this database for over ten minutes.",
    );
  }
  await client.query("RESET lock_timeout");
}
