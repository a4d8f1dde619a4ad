import type { StrategyRun, StrategySignal, Trade, TradeSetup } from "@/lib/generated/prisma/client";
import { bucketStartMs, type CandleInterval, intervalMs } from "@/lib/market/candle-rules";
import { countCandles } from "@/lib/market/data";
import { prisma } from "@/lib/platform/db";
import { AppError, invalidCursor } from "@/lib/platform/errors";
import { pageOf } from "@/lib/platform/http/lists";
import { strategyOf } from "@/lib/trading/strategies/registry";
import type { ParamValues } from "@/lib/trading/strategies/strategy";
import type { RunDto, SetupDto } from "./schema";

/** A run with what its trades and signals add up to. */
export type RunRow = StrategyRun & {
  feesMicro: bigint;
  fills: number;
  pending: boolean;
  /** Whether any of its fills was at a simulated price. */
  simulated: boolean;
};

type Page = { limit: number; cursor?: string };

/** One query for a whole page: a list must not cost a query a run. */
async function withTotals(runs: StrategyRun[]): Promise<RunRow[]> {
  const ids = runs.map(({ id }) => id);
  const [sums, pending] = await Promise.all([
    prisma.trade.groupBy({
      by: ["strategyRunId", "simulated"],
      where: { strategyRunId: { in: ids } },
      _count: { _all: true },
      _sum: { feeMicro: true },
    }),
    prisma.strategySignal.findMany({
      where: { runId: { in: ids }, status: "pending" },
      select: { runId: true },
    }),
  ]);
  return runs.map((run) => {
    const own = sums.filter(({ strategyRunId }) => strategyRunId === run.id);
    return {
      ...run,
      feesMicro: own.reduce((total, { _sum }) => total + (_sum.feeMicro ?? 0n), 0n),
      fills: own.reduce((total, { _count }) => total + _count._all, 0),
      pending: pending.some(({ runId }) => runId === run.id),
      simulated: own.some(({ simulated }) => simulated),
    };
  });
}

/** A page of a user's runs that ended, the last one to end first. */
async function listEnded(userId: string, { limit, cursor }: Page) {
  const after = cursor
    ? await prisma.strategyRun.findFirst({ where: { id: cursor, userId, status: "stopped" } })
    : null;
  if (cursor && !after?.stoppedAt) throw invalidCursor();
  const rows = await prisma.strategyRun.findMany({
    where: {
      userId,
      status: "stopped",
      ...(after?.stoppedAt
        ? {
            OR: [
              { stoppedAt: { lt: after.stoppedAt } },
              { stoppedAt: after.stoppedAt, id: { lt: after.id } },
            ],
          }
        : {}),
    },
    orderBy: [{ stoppedAt: "desc" }, { id: "desc" }],
    take: limit + 1,
  });
  return pageOf(rows, limit, ({ id }) => id);
}

/**
 * A page of a user's runs. The first has all that are live, newest first: whoever has one must be able to stop it. Up
 * to `limit` that ended follow, the last one to end first, so that one that ends between two pages is on no later one.
 * @throws AppError VALIDATION for a cursor that is none of the user's ended runs
 */
export async function listRuns(
  userId: string,
  { status, ...page }: Page & { status?: RunDto["status"] },
): Promise<{ runs: RunRow[]; nextCursor: string | null }> {
  const live =
    page.cursor || status === "stopped"
      ? []
      : await prisma.strategyRun.findMany({
          where: { userId, status: status ?? { not: "stopped" } },
          orderBy: { id: "desc" },
        });
  const ended =
    status === undefined || status === "stopped"
      ? await listEnded(userId, page)
      : { items: [], nextCursor: null };
  // Read later: it has, and first, what has ended since the live ones were read.
  const endedIds = new Set(ended.items.map(({ id }) => id));
  const runs = [...live.filter(({ id }) => !endedIds.has(id)), ...ended.items];
  return { runs: await withTotals(runs), nextCursor: ended.nextCursor };
}

/** How many candles had ended at a moment, by interval, counted no further than these runs need any to decide. */
export async function countHistory(
  runs: RunRow[],
  nowMs: number,
): Promise<ReadonlyMap<string, number>> {
  const needed = new Map<CandleInterval, number>();
  for (const { status, strategy, params, interval } of runs) {
    if (status !== "running") continue;
    const lookback = strategyOf(strategy).lookback(params as ParamValues);
    const name = interval;
    needed.set(name, Math.max(lookback, needed.get(name) ?? 0));
  }
  const counts = [...needed].map(async ([interval, limit]) => {
    const before = new Date(bucketStartMs(nowMs, interval));
    return [interval, await countCandles(interval, before, limit)] as const;
  });
  return new Map(await Promise.all(counts));
}

/** One run of a user. @throws AppError NOT_FOUND, also for somebody else's */
export async function getRun(userId: string, id: string): Promise<RunRow> {
  const row = await prisma.strategyRun.findFirst({ where: { id, userId } });
  const [run] = row ? await withTotals([row]) : [];
  if (!run) throw new AppError("NOT_FOUND");
  return run;
}

/**
 * One run of a user as it was when it had just been started, whatever it did since.
 * @throws AppError NOT_FOUND, also for somebody else's
 */
export async function getStartedRun(userId: string, id: string): Promise<RunRow> {
  const run = await prisma.strategyRun.findFirst({ where: { id, userId } });
  if (!run) throw new AppError("NOT_FOUND");
  const interval = run.interval;
  const runningMs = bucketStartMs(run.startedAt.getTime(), interval);
  return {
    ...run,
    status: "running",
    cashMicro: run.allocatedMicro,
    holdingMicro: 0n,
    returnedMicro: null,
    stoppedAt: null,
    stopReason: null,
    // As start_strategy_run() set it.
    lastCandleAt: new Date(runningMs - intervalMs(interval)),
    feesMicro: 0n,
    fills: 0,
    pending: false,
    simulated: false,
  };
}

/** The newest signals and fills of a run. */
export async function getRunEvents(
  runId: string,
  limit: number,
): Promise<{ signals: StrategySignal[]; fills: Trade[] }> {
  const [signals, fills] = await Promise.all([
    prisma.strategySignal.findMany({ where: { runId }, orderBy: { id: "desc" }, take: limit }),
    prisma.trade.findMany({
      where: { strategyRunId: runId },
      orderBy: { id: "desc" },
      take: limit,
    }),
  ]);
  return { signals, fills };
}

export type SetupRow = TradeSetup & { strategyRun: { id: string } | null };

const withRun = { strategyRun: { select: { id: true } } } as const;

/** Proposals made to a user, newest first, one more than `limit` when there are more. */
export function listSetups(
  userId: string,
  { limit, cursor, status }: Page & { status?: SetupDto["status"] },
): Promise<SetupRow[]> {
  return prisma.tradeSetup.findMany({
    where: { userId, ...(status ? { status } : {}), ...(cursor ? { id: { lt: cursor } } : {}) },
    orderBy: { id: "desc" },
    take: limit + 1,
    include: withRun,
  });
}

/** One proposal, of a user or with null of anybody. @throws AppError NOT_FOUND */
export async function getSetup(id: string, userId: string | null): Promise<SetupRow> {
  const where = { id, ...(userId ? { userId } : {}) };
  const row = await prisma.tradeSetup.findFirst({ where, include: withRun });
  if (!row) throw new AppError("NOT_FOUND");
  return row;
}
