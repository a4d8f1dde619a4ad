import type { Trade } from "@/lib/generated/prisma/client";
import { optionOutcome } from "@/lib/ledger/rules";
import type { CsvCell } from "@/lib/platform/csv";
import { formatDecimal, formatMicro, formatPriceE8 } from "@/lib/platform/money";
import type { ExactTimes, StatusTotal, TickRow, TradeOfUser, TradingRules } from "./data";
import { optionGain } from "./rules";
import type { AdminTradeDto, AdminTradesAnswer, Receipt, TradeDto, TradeSettings } from "./schema";
import { allStrategies } from "./strategies/registry";

const micro = (value: bigint | null) => (value === null ? null : formatMicro(value));
const price = (value: bigint | null) => (value === null ? null : formatPriceE8(value));
const time = (value: Date | null) => value?.toISOString() ?? null;
const rate = (ppm: number) => formatDecimal(BigInt(ppm), 6).replace(/(\.\d\d\d*?)0+$/, "$1");

/** A trade as the API writes it. */
export function toTrade(row: Trade): TradeDto {
  return {
    id: row.id,
    type: row.type as TradeDto["type"],
    status: row.status as TradeDto["status"],
    direction: row.direction as TradeDto["direction"],
    side: row.side as TradeDto["side"],
    amount: formatMicro(row.amountMicro),
    currency: row.currency,
    payoutRate: row.payoutRatePpm === null ? null : rate(row.payoutRatePpm),
    duration: row.durationSeconds,
    entryPrice: price(row.entryPriceE8),
    exitPrice: price(row.exitPriceE8),
    fee: formatMicro(row.feeMicro),
    payout: micro(row.payoutMicro),
    pnl: micro(row.pnlMicro),
    openedAt: row.openedAt.toISOString(),
    entryAt: time(row.entryAt),
    expiresAt: time(row.expiresAt),
    settledAt: time(row.settledAt),
    entryTickId: row.entryTickSeq?.toString() ?? null,
    exitTickId: row.exitTickSeq?.toString() ?? null,
    simulated: row.simulated,
  };
}

/** Where a just accepted option stands: before its entry tick. */
export function toAcceptedOption(option: {
  id: string;
  direction: "up" | "down";
  amountMicro: bigint;
  payoutRatePpm: number;
  durationSeconds: number;
  openedAt: Date;
}): TradeDto {
  return {
    id: option.id,
    type: "option",
    status: "open",
    direction: option.direction,
    side: null,
    amount: formatMicro(option.amountMicro),
    currency: "USDT",
    payoutRate: rate(option.payoutRatePpm),
    duration: option.durationSeconds,
    entryPrice: null,
    exitPrice: null,
    fee: formatMicro(0n),
    payout: null,
    pnl: null,
    openedAt: option.openedAt.toISOString(),
    entryAt: null,
    expiresAt: null,
    settledAt: null,
    entryTickId: null,
    exitTickId: null,
    simulated: false,
  };
}

/** What a user may trade, as the API writes it. */
export function toTradeSettings(rules: TradingRules): TradeSettings {
  const { settings, limits } = rules;
  const product = ({ enabled, minMicro, maxMicro }: typeof limits.option) => ({
    enabled,
    minAmount: formatMicro(minMicro),
    maxAmount: formatMicro(maxMicro),
  });
  return {
    option: { ...product(limits.option), durations: settings.optionDurations },
    manual: {
      ...product(limits.manual),
      feeRate: settings.manualFeeRate,
      spread: settings.manualSpread,
    },
    ai: {
      ...product(limits.ai),
      strategies: allStrategies.map(({ id, name, description, fields, risk }) => ({
        id,
        name,
        description,
        params: fields,
        risk,
      })),
    },
    dailyTradeLimit: limits.dailyTradeLimit,
    dailyTradesUsed: rules.dailyTradesUsed,
  };
}

/** A trade as staff see it. */
export function toAdminTrade(row: TradeOfUser, exitSources: string[]): AdminTradeDto {
  return { ...toTrade(row), user: { id: row.user.id, username: row.user.username }, exitSources };
}

/** Sums over the statuses of a filter. */
export function toTotals(rows: StatusTotal[]): AdminTradesAnswer["totals"] {
  const sum = (pick: (row: StatusTotal) => bigint) =>
    formatMicro(rows.reduce((total, row) => total + pick(row), 0n));
  return {
    count: rows.reduce((total, { count }) => total + count, 0),
    staked: sum(({ stakeMicro }) => stakeMicro),
    openStake: sum(({ status, stakeMicro }) => (status === "open" ? stakeMicro : 0n)),
    paidOut: sum(({ payoutMicro }) => payoutMicro),
    usersPnl: sum(({ pnlMicro }) => pnlMicro),
    byStatus: Object.fromEntries(rows.map(({ status, count }) => [status, count])),
  };
}

function toTick(row: TickRow | undefined): Receipt["entryTick"] {
  if (!row) return null;
  return {
    id: row.seq.toString(),
    at: row.at,
    price: formatPriceE8(row.priceE8),
    bid: formatPriceE8(row.bidE8),
    ask: formatPriceE8(row.askE8),
    sources: row.sources,
    simulated: row.simulated,
  };
}

const toNeighbour = (row: TickRow | undefined) =>
  row ? { id: row.seq.toString(), at: row.at } : null;

function outcomeOf(
  trade: Trade,
  entry: TickRow | undefined,
  exit: TickRow | undefined,
): Receipt["arithmetic"]["outcome"] {
  if (trade.status === "open") return null;
  // Simulated and real prices don't compare.
  if (!entry || !exit || entry.simulated !== exit.simulated) return "void";
  return optionOutcome(trade.direction as "up" | "down", entry.priceE8, exit.priceE8);
}

/**
 * An option's receipt: its outcome worked out again from the recorded ticks, not copied from the trade.
 * @param ticks the entry and exit ticks and those right before and after them, where they exist
 */
export function toReceipt(trade: Trade, times: ExactTimes, ticks: Map<bigint, TickRow>): Receipt {
  const at = (seq: bigint | null, step = 0n) => (seq === null ? undefined : ticks.get(seq + step));
  const [entry, exit] = [at(trade.entryTickSeq), at(trade.exitTickSeq)];
  const outcome = outcomeOf(trade, entry, exit);
  const gain = optionGain(trade.amountMicro, BigInt(trade.payoutRatePpm ?? 0));
  const payouts = {
    won: trade.amountMicro + gain,
    lost: 0n,
    refunded: trade.amountMicro,
    void: trade.amountMicro,
  };
  const payout = outcome === null ? null : payouts[outcome];
  const difference = entry && exit ? exit.priceE8 - entry.priceE8 : null;
  return {
    trade: toTrade(trade),
    ...times,
    entryTick: toTick(entry),
    exitTick: toTick(exit),
    tickBeforeEntry: toNeighbour(at(trade.entryTickSeq, -1n)),
    tickAfterExit: toNeighbour(at(trade.exitTickSeq, 1n)),
    arithmetic: {
      difference: price(difference),
      outcome,
      stake: formatMicro(trade.amountMicro),
      payoutRate: rate(trade.payoutRatePpm ?? 0),
      gainIfRight: formatMicro(gain),
      payout: micro(payout),
      pnl: payout === null ? null : formatMicro(payout - trade.amountMicro),
    },
  };
}

/** Header of a CSV of trades. */
export const tradeCsvHeader = [
  "id",
  "type",
  "status",
  "direction",
  "side",
  "amount",
  "currency",
  "payout_rate",
  "duration_seconds",
  "entry_price",
  "exit_price",
  "fee",
  "payout",
  "pnl",
  "opened_at",
  "expires_at",
  "settled_at",
  "entry_tick_id",
  "exit_tick_id",
  "price_kind",
];

/** One trade as a CSV row under `tradeCsvHeader`. */
export function toCsvRow(row: Trade): CsvCell[] {
  const trade = toTrade(row);
  return [
    trade.id,
    trade.type,
    trade.status,
    trade.direction,
    trade.side,
    trade.amount,
    trade.currency,
    trade.payoutRate,
    trade.duration,
    trade.entryPrice,
    trade.exitPrice,
    trade.fee,
    trade.payout,
    trade.pnl,
    trade.openedAt,
    trade.expiresAt,
    trade.settledAt,
    trade.entryTickId,
    trade.exitTickId,
    trade.simulated ? "Simulated" : trade.entryPrice === null ? "" : "Market",
  ];
}
