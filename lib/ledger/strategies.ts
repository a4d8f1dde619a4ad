import { type Db, Prisma, sql } from "@/lib/platform/db";
import { type ErrorCode, toAppError } from "@/lib/platform/errors";
import { attempt } from "./attempt";
import { availableAfter } from "./first-response";
import { inputHash } from "./rules";

export type StartRunInput = {
  /** What the caller already knows to be in the way; a repeated key is answered all the same. */
  refusal: ErrorCode | null;
  riskVersion: number;
  /** Journal key, the user's id in it. */
  key: string;
  userId: string;
  setupId: string | null;
  strategy: string;
  params: Record<string, number | string>;
  interval: string;
  amountMicro: bigint;
  minAmountMicro: bigint;
  maxAmountMicro: bigint;
  maxRuns: number;
  /** The site's limit of trades a day. */
  dailyTradeLimit: number;
};

export type StartedRun = {
  runId: string;
  /** The user's available USDT afterwards. */
  availableMicro: bigint;
  /** Whether this key had started the run before. */
  replayed: boolean;
};

/**
 * Moves available USDT to a new strategy run, inside the caller's transaction. The user's own
 * trade-config narrows the limits given. The same key and input again returns the first run.
 * @throws AppError PRODUCT_DISABLED, RISK_NOT_ACCEPTED, TRADE_AMOUNT_OUT_OF_RANGE, TOO_MANY_RUNS,
 *   DAILY_TRADE_LIMIT, INSUFFICIENT_BALANCE, IDEMPOTENCY_CONFLICT, and the refusal that was given
 */
export async function startStrategyRun(db: Db, input: StartRunInput): Promise<StartedRun> {
  const { userId, setupId, strategy, params, amountMicro } = input;
  // Limits are not part of it: a setting changed between two tries is no other request.
  const hash = inputHash({ userId, setupId, strategy, params, amountMicro });
  const rows = await db
    .$queryRaw<StartedRun[]>(
      Prisma.sql`SELECT o_run_id AS "runId", o_available_micro AS "availableMicro", o_replayed AS replayed
        FROM start_strategy_run(${input.refusal}, ${input.riskVersion}, ${input.key}, ${hash}, ${userId}::uuid,
          ${setupId}::uuid, ${strategy}, ${JSON.stringify(params)}::jsonb, ${input.interval}, ${amountMicro}::bigint,
          ${input.minAmountMicro}::bigint, ${input.maxAmountMicro}::bigint, ${input.maxRuns}::int,
          ${input.dailyTradeLimit}::int)`,
    )
    .catch((error: unknown) => {
      throw toAppError(error);
    });
  const started = rows[0] as StartedRun;
  if (!started.replayed) return started;
  return { ...started, availableMicro: await availableAfter(db, input.key, userId, "USDT") };
}

export type StoppedRun = {
  status: "stopping" | "stopped";
  /** Whether this call moved the run on. */
  changed: boolean;
  /** Why it could not end yet, for example MARKET_STALE or HOUSE_LIMIT; null when it could, or waits for the next tick. */
  obstacle: string | null;
  userId: string;
};

/**
 * Ends a run inside the caller's transaction: no more signals, its XAUT sold at the first uncontested tick after this
 * moment and everything back to available. Until there is one, or while the house can't pay, the run stays
 * `stopping`; call again.
 * @param userId whose run it has to be; null for the job
 * @throws AppError NOT_FOUND
 */
export async function stopStrategyRun(
  db: Db,
  runId: string,
  userId: string | null,
  reason: string,
): Promise<StoppedRun> {
  const rows = await db
    .$queryRaw<StoppedRun[]>(
      Prisma.sql`SELECT o_status AS status, o_changed AS changed, o_obstacle AS obstacle, o_user_id AS "userId"
        FROM stop_strategy_run(${runId}::uuid, ${userId}::uuid, ${reason})`,
    )
    .catch((error: unknown) => {
      throw toAppError(error);
    });
  return rows[0] as StoppedRun;
}

export type AdvanceInput = {
  run: { id: string; lastCandleAt: Date; candleAt: Date; tradableUntil: Date };
  /** What the strategy remembers until its next candle. */
  state: unknown;
  signal: { action: string; amountMicro: bigint; reason: string } | null;
  /** Why the signal must not be filled; null when it may. */
  lapse: string | null;
  /** The reason where the run's time to trade is over by the database's clock. */
  lateReason: string;
};

/**
 * Moves a run on to its decided candle and stores the signal, if any. Takes a lock that ticks wait for,
 * so it is a statement of its own.
 * @returns false when the run is no longer as it was decided on
 */
export async function advanceStrategyRun(input: AdvanceInput): Promise<boolean> {
  const { run, state, signal, lapse, lateReason } = input;
  const [row] = await sql<{ isAdvanced: boolean }[]>`
    SELECT advance_strategy_run(${run.id}, ${run.lastCandleAt}, ${run.candleAt},
      ${JSON.stringify(state)}::text::jsonb, ${signal?.action ?? null}, ${signal?.amountMicro ?? null},
      ${signal?.reason ?? null},
      CASE WHEN ${signal !== null}::boolean AND app_now() > ${run.tradableUntil} THEN ${lateReason}
        ELSE ${lapse}::text END) AS "isAdvanced"`;
  return row?.isAdvanced === true;
}

export type SignalOutcome = {
  /** Null while it waits for its price, or another worker has it. */
  outcome: "filled" | "lapsed" | null;
  runId: string | null;
  userId: string | null;
};

/**
 * Fills a pending signal at the first tick recorded after it, or lets it lapse. Any number of workers
 * may call it at once; one of them does it.
 */
export async function fillStrategySignal(signalId: string): Promise<SignalOutcome> {
  const [row] = await attempt(
    () => sql<SignalOutcome[]>`
      SELECT o_outcome AS outcome, o_run_id AS "runId", o_user_id AS "userId"
      FROM fill_strategy_signal(${signalId})`,
  );
  return row ?? { outcome: null, runId: null, userId: null };
}
