/**
 * Works off what is due on strategy runs. Any number of processes may do so at once: the database hands
 * each run to one of them, and what a step did stands when it commits, so a process may die anywhere.
 */
import { advanceStrategyRun, fillStrategySignal } from "@/lib/ledger/strategies";
import type { CandleInterval } from "@/lib/market/candle-rules";
import { type Account, currentAccount, prisma, sql, type Tx, transaction } from "@/lib/platform/db";
import { isTrue } from "@/lib/platform/db/is-true";
import { log } from "@/lib/platform/log";
import { wakeRelay } from "@/lib/platform/outbox";
import { text } from "@/lib/platform/text";
import { getSettings } from "@/lib/settings/data";
import type { Settings } from "@/lib/settings/schema";
import { type TestCandle, toStrategyCandles } from "@/lib/trading/strategies/backtest";
import { strategyOf } from "@/lib/trading/strategies/registry";
import type { Decision, ParamValues, StrategyState } from "@/lib/trading/strategies/strategy";
import { endRun } from "./mutations";

/** A pass ends after this many runs of a kind, so that no kind of work waits behind another. */
const MAX_PER_PASS = 200;

type DueRun = {
  id: string;
  userId: string;
  strategy: string;
  params: ParamValues;
  interval: CandleInterval;
  allocatedMicro: bigint;
  cashMicro: bigint;
  holdingMicro: bigint;
  state: StrategyState;
  lastCandleAt: Date;
  candleAt: Date;
  /** A decision after this moment is not traded on. */
  tradableUntil: Date;
  isLate: boolean;
  mayBuy: boolean;
};

/** Any run is live: where none is, no signal waits and nothing has to be ended either. */
export const anyRun = () => sql`EXISTS (SELECT FROM strategy_run WHERE status <> 'stopped')`;

const hasRuns = (): Promise<boolean> => isTrue(anyRun());

/**
 * Whether a candle has closed that a run has not decided on. Asked every second while any run is live: for most
 * seconds that is all there is to do. A run for which it is true may still have to wait.
 */
async function mayBeDue(): Promise<boolean> {
  const [row] = await sql<{ isDue: boolean }[]>`
    SELECT EXISTS (SELECT FROM strategy_run r WHERE r.status = 'running' AND r.last_candle_at < (
      SELECT c.open_time FROM market_candle c WHERE c."interval" = r."interval" AND c.closed
      ORDER BY c.open_time DESC LIMIT 1
    )) AS "isDue"`;
  return row?.isDue === true;
}

/**
 * Locks the run that has waited longest for a decision on a closed candle. Runs that wait for a fill
 * come later: their next decision needs to know what they hold. A candle is decided on when a tick has come
 * after it and no pause in the ticks is still being filled in, or when it is too late to trade on it anyway.
 * What could not be filled in within an hour of the pause is not waited for.
 */
async function lockDueRun(tx: Tx, failed: string[]): Promise<DueRun | undefined> {
  const [run] = await tx.$queryRaw<DueRun[]>`
    SELECT r.id, r.user_id AS "userId", r.strategy, r.params, r."interval", r.allocated_micro AS "allocatedMicro",
      r.cash_micro AS "cashMicro", r.holding_micro AS "holdingMicro", r.state, r.last_candle_at AS "lastCandleAt",
      next.open_time AS "candleAt", next.is_late AS "isLate",
      next.ended_at + least(w.width / 10, interval '5 minutes') AS "tradableUntil",
      u.is_active AND coalesce(own.ai_enabled, true) AS "mayBuy"
    FROM strategy_run r
    JOIN app_user u ON u.id = r.user_id
    LEFT JOIN trade_config own ON own.user_id = r.user_id
    JOIN market_interval() AS w ON w.name = r."interval"
    CROSS JOIN LATERAL (SELECT c.open_time, c.open_time + w.width AS ended_at,
        app_now() > c.open_time + w.width + least(w.width / 10, interval '5 minutes')
          OR EXISTS (SELECT FROM market_candle n WHERE n."interval" = r."interval" AND n.closed
            AND n.open_time > c.open_time) AS is_late
      FROM market_candle c
      WHERE c."interval" = r."interval" AND c.closed AND c.open_time > r.last_candle_at
      ORDER BY c.open_time LIMIT 1) AS next
    WHERE r.status = 'running' AND r.id <> ALL (${failed}::uuid[])
      AND (next.is_late OR EXISTS (SELECT FROM market_head h WHERE h.at >= next.ended_at
        AND (h.gap_at IS NULL OR h.gap_at < app_now() - interval '1 hour')))
      AND NOT EXISTS (SELECT FROM strategy_signal s WHERE s.run_id = r.id AND s.status = 'pending')
    ORDER BY r.last_candle_at, r.id LIMIT 1
    FOR NO KEY UPDATE OF r SKIP LOCKED`;
  return run;
}

/** Filled orders by side. */
async function countFills(tx: Tx, runId: string) {
  const [row] = await tx.$queryRaw<{ buys: number; sells: number }[]>`
    SELECT (count(*) FILTER (WHERE side = 'buy'))::int AS buys, (count(*) FILTER (WHERE side = 'sell'))::int AS sells
    FROM trade WHERE strategy_run_id = ${runId}::uuid`;
  return row ?? { buys: 0, sells: 0 };
}

type CandleTextRow = Omit<TestCandle, "openTimeMs"> & { openTime: Date };

/** The newest `count` closed candles up to the one to decide on, oldest first. */
async function closedCandles(tx: Tx, run: DueRun, count: number) {
  const rows = await tx.$queryRaw<CandleTextRow[]>`
    SELECT open_time AS "openTime", open_e8 AS "openE8", high_e8 AS "highE8", low_e8 AS "lowE8", close_e8 AS "closeE8"
    FROM market_candle WHERE "interval" = ${run.interval} AND closed AND open_time <= ${run.candleAt.toISOString()}::timestamptz
    ORDER BY open_time DESC LIMIT ${count}`;
  return [...rows].reverse().map((row) => ({ ...row, openTimeMs: row.openTime.getTime() }));
}

/** What the strategy says of the candle; nothing while there are too few candles to say anything. */
async function decide(tx: Tx, run: DueRun): Promise<Decision> {
  const strategy = strategyOf(run.strategy);
  const { params, state, allocatedMicro, cashMicro, holdingMicro } = run;
  const lookback = strategy.lookback(params);
  const candles = await closedCandles(tx, run, lookback);
  if (candles.length < lookback) return { signal: null, state };
  const position = { allocatedMicro, cashMicro, holdingMicro, ...(await countFills(tx, run.id)) };
  return strategy.decide({ params, candles: toStrategyCandles(candles), state, position });
}

const TOO_LATE = text("errors.ai.theCandleWasSeenTooLate");

/** Why a signal is not to be traded; null when it is. */
function lapseOf(run: DueRun, { signal }: Decision, settings: Settings): string | null {
  if (run.isLate) return TOO_LATE;
  if (signal?.action !== "buy") return null;
  const isOffered = settings.aiEnabled && run.mayBuy;
  return isOffered ? null : text("errors.ai.purchasesOff");
}

type Advanced = { run: DueRun; hasSignal: boolean };

/** Decides on one closed candle of one run. @returns null when no run is due */
async function advanceOne(failed: string[], settings: Settings): Promise<Advanced | null> {
  let current: DueRun | undefined;
  try {
    const due = await transaction(async (tx) => {
      const run = await lockDueRun(tx, failed);
      current = run;
      return run ? { run, decision: await decide(tx, run) } : null;
    });
    if (!due) return null;
    const { run, decision } = due;
    const { signal, state } = decision;
    // By itself: ticks wait for the lock that it takes, so that must not depend on this process to commit. Whether
    // the run is still as it was decided on, it sees for itself. The deadline is looked at again: the process may
    // have slept in between.
    const isAdvanced = await advanceStrategyRun({
      run,
      state,
      signal,
      lapse: signal ? lapseOf(run, decision, settings) : null,
      lateReason: TOO_LATE,
    });
    return { run, hasSignal: signal !== null && isAdvanced };
  } catch (error) {
    if (!current) throw error;
    // One run that can't be decided on must not keep the others waiting.
    log.error({ event: "strategy.decision_failed", err: error, run: current.id });
    failed.push(current.id);
    return { run: current, hasSignal: false };
  }
}

/** Decides on the closed candles that are due. @returns how many */
export async function advanceRuns(): Promise<number> {
  if (!(await mayBeDue())) return 0;
  const settings = await getSettings();
  const failed: string[] = [];
  for (let count = 0; count < MAX_PER_PASS; count += 1) {
    const advanced = await advanceOne(failed, settings);
    if (!advanced) return count;
    if (advanced.hasSignal) wakeRelay();
  }
  return MAX_PER_PASS;
}

const FIRST_ID = "00000000-0000-0000-0000-000000000000";
/** Where the next pass goes on: the oldest, should they be impossible to finish, must not take every pass. */
const begun = () => ({ signals: FIRST_ID, stopping: FIRST_ID });
const passes: Record<Account, ReturnType<typeof begun>> = { real: begun(), practice: begun() };
const passedUpTo = () => passes[currentAccount()];

/** Works on each of a pass's rows, whatever becomes of the others, and remembers where it ended. */
async function takeTurn(
  kind: keyof ReturnType<typeof begun>,
  rows: { id: string }[],
  work: (id: string) => Promise<unknown>,
): Promise<void> {
  passedUpTo()[kind] = (rows.length === MAX_PER_PASS && rows.at(-1)?.id) || FIRST_ID;
  for (const { id } of rows) {
    await work(id).catch((err: unknown) =>
      log.error({ event: "strategy.step_failed", err, id, kind }),
    );
  }
}

/** Fills the signals whose price has come, and lets those lapse that got none. @returns how many */
export async function fillSignals(): Promise<number> {
  const pending = await prisma.strategySignal.findMany({
    where: { status: "pending", id: { gt: passedUpTo().signals } },
    orderBy: { id: "asc" },
    take: MAX_PER_PASS,
    select: { id: true },
  });
  let settled = 0;
  await takeTurn("signals", pending, async (id) => {
    const { outcome } = await fillStrategySignal(id);
    if (outcome === null) return;
    settled += 1;
    wakeRelay();
  });
  return settled;
}

/** Tries again to end the runs that could not end at once. @returns how many there were */
export async function finishStopping(): Promise<number> {
  const rows = await prisma.strategyRun.findMany({
    where: { status: "stopping", id: { gt: passedUpTo().stopping } },
    orderBy: { id: "asc" },
    take: MAX_PER_PASS,
    select: { id: true },
  });
  await takeTurn("stopping", rows, (id) => endRun(id, null));
  return rows.length;
}

/** Whether any signal waits for its price. */
export async function hasPendingSignals(): Promise<boolean> {
  return (await prisma.strategySignal.count({ where: { status: "pending" }, take: 1 })) > 0;
}

/** One pass over everything that is due. @returns whether more is waiting */
export async function runStrategiesOnce(): Promise<boolean> {
  if (!(await hasRuns())) return false;
  const settled = await fillSignals();
  const advanced = await advanceRuns();
  await finishStopping();
  return settled + advanced >= MAX_PER_PASS;
}
