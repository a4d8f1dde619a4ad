import type { StrategySignal } from "@/lib/generated/prisma/client";
import { bucketStartMs, intervalMs } from "@/lib/market/candle-rules";
import type { MarketHead } from "@/lib/market/data";
import { formatMicro, type Micro } from "@/lib/platform/money";
import { spotFill, spotPrice } from "@/lib/trading/spot-rules";
import { strategyOf } from "@/lib/trading/strategies/registry";
import type { ParamValues } from "@/lib/trading/strategies/strategy";
import type { RunRow, SetupRow } from "./data";
import type { RunDto, SetupDto, SignalDto } from "./schema";

/** What values of runs are worked out with. */
export type Valuation = {
  head: Pick<MarketHead, "bidE8" | "askE8" | "simulated"> | null;
  feePpm: bigint;
  spreadPpm: bigint;
  nowMs: number;
};

/** Cash and what a sale of the XAUT would bring now, fee taken out. Null when there is no price for it. */
function worthOf(run: RunRow, { head, feePpm, spreadPpm }: Valuation): Micro | null {
  if (run.returnedMicro !== null) return run.returnedMicro;
  if (run.holdingMicro === 0n) return run.cashMicro;
  if (head === null) return null;
  const priceE8 = spotPrice("sell", head.bidE8, head.askE8, spreadPpm);
  return run.cashMicro + spotFill("sell", run.holdingMicro, priceE8, feePpm).receivedMicro;
}

const isStopped = (run: RunRow) => run.status === "stopped";

/** How many candles must close before a run can decide at all; 0 once the end of the one that runs now is enough. */
function waitsFor(run: RunRow, history: ReadonlyMap<string, number>): number {
  if (run.status !== "running") return 0;
  const lookback = strategyOf(run.strategy).lookback(run.params as ParamValues);
  const missing = lookback - (history.get(run.interval) ?? 0);
  return missing > 1 ? missing : 0;
}

/**
 * A run as the API writes it.
 * @param history how many candles of its interval have ended, counted at least up to what the run needs
 */
export function toRun(
  run: RunRow,
  valuation: Valuation,
  history: ReadonlyMap<string, number>,
): RunDto {
  const value = worthOf(run, valuation);
  const interval = run.interval;
  const next = bucketStartMs(valuation.nowMs, interval) + intervalMs(interval);
  const waitsForCandles = waitsFor(run, history);
  const decidesNext = run.status === "running" && waitsForCandles === 0;
  return {
    id: run.id,
    number: run.number.toString(),
    strategy: run.strategy,
    name: strategyOf(run.strategy).name,
    params: run.params,
    interval,
    status: run.status,
    allocated: formatMicro(run.allocatedMicro),
    cash: formatMicro(run.cashMicro),
    holding: formatMicro(run.holdingMicro),
    value: value === null ? null : formatMicro(value),
    pnl: value === null ? null : formatMicro(value - run.allocatedMicro),
    fees: formatMicro(run.feesMicro),
    fills: run.fills,
    returned: run.returnedMicro === null ? null : formatMicro(run.returnedMicro),
    pending: run.pending,
    simulated: run.simulated || (!isStopped(run) && valuation.head?.simulated === true),
    startedAt: run.startedAt.toISOString(),
    stoppedAt: run.stoppedAt?.toISOString() ?? null,
    stopReason: run.stopReason,
    lastCandleAt: run.lastCandleAt?.toISOString() ?? null,
    nextDecisionAt: decidesNext ? new Date(next).toISOString() : null,
    waitsForCandles,
    setupId: run.setupId,
  };
}

/** A signal as the API writes it. */
export function toSignal(row: StrategySignal): SignalDto {
  return {
    id: row.id,
    action: row.action,
    amount: formatMicro(row.amountMicro),
    currency: row.action === "buy" ? "USDT" : "XAUT",
    status: row.status,
    reason: row.reason,
    note: row.note,
    candleAt: row.candleAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    settledAt: row.settledAt?.toISOString() ?? null,
    tradeId: row.tradeId,
  };
}

/** A proposal as the API writes it. */
export function toSetup(row: SetupRow): SetupDto {
  return {
    id: row.id,
    userId: row.userId,
    strategy: row.strategy,
    name: strategyOf(row.strategy).name,
    params: row.params,
    amount: formatMicro(row.amountMicro),
    note: row.note,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    runId: row.strategyRun?.id ?? null,
  };
}
