import type { StrategyRun, StrategySignal, Trade, TradeSetup } from "@/lib/generated/prisma/client";
import { bucketStartMs, type CandleInterval, intervalMs } from "@/lib/market/candle-rules";
import { prisma } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";

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

/** A user's runs, newest first, one more than `limit` when there are more. */
export async function listRuns(
  userId: string,
  { limit, cursor, status }: Page & { status?: string },
): Promise<RunRow[]> {
  const rows = await prisma.strategyRun.findMany({
    where: { userId, ...(status ? { status } : {}), ...(cursor ? { id: { lt: cursor } } : {}) },
    orderBy: { id: "desc" },
    take: limit + 1,
  });
  return withTotals(rows);
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
  const interval = run.interval as CandleInterval;
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
  { limit, cursor, status }: Page & { status?: string },
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
