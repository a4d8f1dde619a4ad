/** What this process knows of the public log: its newest checkpoint, and how far it is behind what it has to hold. */
import { sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { toBase64 } from "./log/bytes";
import type { SeenLog } from "./witnesses/seen-schema";

export type LogState = {
  /** The newest checkpoint: how many entries are under it; null before the log begins. */
  head: { size: number; root: Uint8Array } | null;
  /** How long the oldest row has been waiting to become an entry; 0 where none waits. */
  waitingMs: number;
  /** The same, but 0 too where no process has begun the log and this one can't. */
  lagMs: number;
};

/** How long the oldest row has been waiting to become an entry, whether the log has begun or not; 0 where none waits. */
export async function waitingMs(): Promise<number> {
  const [row] = await sql<{ ms: number }[]>`
    SELECT coalesce(extract(epoch FROM clock_timestamp() -
      (SELECT q.at FROM log_queue q ORDER BY q.place, q.id LIMIT 1)) * 1000, 0)::float8 AS ms`;
  return row?.ms ?? 0;
}

/** The log as it is now. One that has not begun is behind only for a process that has the key to begin it. */
export async function readLogState(): Promise<LogState> {
  const [[head = null], ms] = await Promise.all([
    sql<{ size: number; root: Uint8Array }[]>`SELECT size::float8 AS size, root FROM log_head`,
    waitingMs(),
  ]);
  return { head, waitingMs: ms, lagMs: head || env.LOG_SIGNING_KEY ? ms : 0 };
}

/** Options are refused from then on: what was agreed to would stand in the log too late to prove anything. */
const CLOSED_MS = 60_000;
const FRESH_MS = 5_000;

type Known = {
  isBehind: boolean;
  at: number;
  asked: boolean;
  /** When the database said last that the log has not begun. */
  noneAt: number;
  newest: SeenLog | null;
  answered: Map<string, SeenLog | null>;
};
/** On globalThis, because the custom server and the Next bundle load modules separately. */
const holder = globalThis as typeof globalThis & { __logState?: Known };
holder.__logState ??= {
  isBehind: false,
  at: Number.NEGATIVE_INFINITY,
  asked: false,
  noneAt: Number.NEGATIVE_INFINITY,
  newest: null,
  answered: new Map(),
};
const known = holder.__logState;

/** Notes the log as it is now, which the sequencer reads anyway. */
export function noteNewest({ size, root }: { size: number; root: Uint8Array }): void {
  known.newest = { size, root: toBase64(root) };
}

/** So many answers are known again when they are repeated. */
const MAX_ANSWERED = 10_000;

/**
 * The newest checkpoint that this process knows, to go with the answer to an order: nothing is read for it. An order that is
 * sent again gets the one of its first answer, as long as that is known here. Null before the log begins.
 */
export function logForAnswer(userId: string, idempotencyKey: string): SeenLog | null {
  const { answered, newest } = known;
  const order = `${userId} ${idempotencyKey}`;
  const first = answered.get(order);
  if (first !== undefined) return first;
  answered.set(order, newest);
  if (answered.size > MAX_ANSWERED) answered.delete(answered.keys().next().value as string);
  return newest;
}

/**
 * Whether the log is so far behind that no option may be accepted, as of some seconds ago: whoever opens an option
 * does not wait for the answer.
 */
export function isLogBehind(): boolean {
  if (!known.asked && performance.now() - known.at > FRESH_MS) {
    known.asked = true;
    readLogState()
      .then(({ head, lagMs }) => {
        known.isBehind = lagMs > CLOSED_MS;
        if (head) noteNewest(head);
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

/**
 * Whether the log has begun; asked of the database every few seconds until it has, since each page asks. Where that does
 * not answer, it is taken for begun.
 */
export async function hasLogBegun(): Promise<boolean> {
  if (known.newest) return true;
  if (performance.now() - known.noneAt <= FRESH_MS) return false;
  const state = await readLogState().catch(() => undefined);
  if (state?.head) noteNewest(state.head);
  else if (state) known.noneAt = performance.now();
  return state?.head !== null;
}
