/** How far the public log is behind what it has to hold. */
import { sql } from "@/lib/platform/db";

export type LogState = {
  /** Entries under the newest checkpoint. */
  size: number;
  /** How long the oldest row has been waiting to become an entry; 0 where none waits. */
  lagMs: number;
};

/** Null before the log begins. */
export async function readLogState(): Promise<LogState | null> {
  const [row] = await sql<LogState[]>`
    SELECT h.size::float8 AS size, coalesce(extract(epoch FROM clock_timestamp() -
      (SELECT q.at FROM log_queue q ORDER BY q.place, q.id LIMIT 1)) * 1000, 0)::float8 AS "lagMs"
    FROM log_head h`;
  return row ?? null;
}

/** Options are refused from then on: what was agreed to would stand in the log too late to prove anything. */
const CLOSED_MS = 60_000;
const FRESH_MS = 5_000;

type Known = { isBehind: boolean; at: number; asked: boolean };
/** On globalThis, because the custom server and the Next bundle load modules separately. */
const holder = globalThis as typeof globalThis & { __logState?: Known };
holder.__logState ??= { isBehind: false, at: Number.NEGATIVE_INFINITY, asked: false };
const known = holder.__logState;

/**
 * Whether the log is so far behind that no option may be accepted, as of some seconds ago: whoever opens an option
 * does not wait for the answer.
 */
export function isLogBehind(): boolean {
  if (!known.asked && performance.now() - known.at > FRESH_MS) {
    known.asked = true;
    readLogState()
      .then((state) => {
        known.isBehind = state !== null && state.lagMs > CLOSED_MS;
        known.at = performance.now();
      })
      // Where the database does not answer no option is opened either.
      .catch(() => undefined)
      .finally(() => {
        known.asked = false;
      });
  }
  return known.isBehind;
}
