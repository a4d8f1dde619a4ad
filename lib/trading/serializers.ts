import { averageCost, type Position, valuePosition } from "@/lib/market/position-rules";
import { type CsvCell, csvHeader } from "@/lib/platform/csv";
import { formatDecimal, formatMicro, formatPriceE8 } from "@/lib/platform/money";
import { text } from "@/lib/platform/text";
import type { ListedTrade, TradeOfUser, TradingRules } from "./data";
import { offeredDurations } from "./rules";
import type {
  AdminTradeDto,
  AdminTradesResponse,
  PositionDto,
  TradeDto,
  TradeSettings,
} from "./schema";
import { allStrategies } from "./strategies/registry";
import type { StatusTotal } from "./totals";

/** Micro-units as a decimal string; null stays null. */
export const micro = (value: bigint | null) => (value === null ? null : formatMicro(value));
/** A price as a decimal string; null stays null. */
export const price = (value: bigint | null) => (value === null ? null : formatPriceE8(value));
const time = (value: Date | null) => value?.toISOString() ?? null;
/** Parts per million as a decimal string of two decimals or more. */
export const rate = (ppm: number) => formatDecimal(BigInt(ppm), 6).replace(/(\.\d\d\d*?)0+$/, "$1");

type SpotCurrency = TradeDto["currency"];

/** A trade as the API writes it. */
export function toTrade(row: ListedTrade): TradeDto {
  const common = {
    id: row.id,
    number: row.number.toString(),
    status: row.status,
    amount: formatMicro(row.amountMicro),
    currency: row.currency as SpotCurrency,
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
    voidReason: row.voidReason,
  };
  // The table's own checks say which columns each type has.
  if (row.type === "option") {
    return {
      ...common,
      ...OF_NO_EXCHANGE,
      type: row.type,
      direction: row.direction!,
      payoutRate: rate(row.payoutRatePpm!),
      duration: row.durationSeconds!,
    };
  }
  return {
    ...common,
    type: row.type,
    direction: null,
    side: row.side!,
    received: micro(row.receivedMicro),
    receivedCurrency: row.side === "buy" ? "XAUT" : "USDT",
    payoutRate: null,
    duration: null,
    limitPrice: price(row.limitPriceE8),
  };
}

const OF_NO_EXCHANGE = { side: null, received: null, receivedCurrency: null, limitPrice: null };

/** Where a just accepted option stands: before its entry tick. */
export function toAcceptedOption(option: {
  id: string;
  number: bigint;
  direction: "up" | "down";
  amountMicro: bigint;
  payoutRatePpm: number;
  durationSeconds: number;
  openedAt: Date;
  /** Whether prices are now; the entry tick, which is still to come, decides it for good. */
  simulated: boolean;
}): TradeDto {
  return {
    id: option.id,
    number: option.number.toString(),
    type: "option",
    status: "open",
    ...OF_NO_EXCHANGE,
    direction: option.direction,
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
    simulated: option.simulated,
    voidReason: null,
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
    option: {
      ...product(limits.option),
      durations: offeredDurations(settings),
      entryDelayMs: settings.optionEntryDelayMs,
    },
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

/**
 * A user's spot position, as the API writes it.
 * @param sellE8 what one XAUT sells for now; null without a price
 */
export function toPosition(
  position: Position & { realisedMicro: bigint },
  availableMicro: bigint,
  sellE8: bigint | null,
): PositionDto {
  const worth = sellE8 === null ? null : valuePosition(position, sellE8);
  return {
    available: formatMicro(availableMicro),
    quantity: formatMicro(position.quantityMicro),
    cost: formatMicro(position.costMicro),
    averageCost: price(averageCost(position)),
    realised: formatMicro(position.realisedMicro),
    price: price(sellE8),
    value: micro(worth?.valueMicro ?? null),
    pnl: micro(worth?.pnlMicro ?? null),
  };
}

/** A trade as staff see it. */
export function toAdminTrade(row: TradeOfUser, priceSources: string[]): AdminTradeDto {
  return { ...toTrade(row), user: { id: row.user.id, username: row.user.username }, priceSources };
}

/** Sums over the statuses of a filter. */
export function toTotals(rows: StatusTotal[]): AdminTradesResponse["totals"] {
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

/** Header of a CSV of trades. */
export const tradeCsvHeader = csvHeader(
  "number",
  "id",
  "type",
  "status",
  "direction",
  "side",
  "amount",
  "currency",
  "received",
  "receivedCurrency",
  "payoutRate",
  "durationSeconds",
  "entryPrice",
  "exitPrice",
  "fee",
  "payout",
  "result",
  "openedUtc",
  "expiresUtc",
  "settledUtc",
  "entryPriceNumber",
  "exitPriceNumber",
  "priceKind",
);

function priceKind({ simulated, entryPrice }: ReturnType<typeof toTrade>): string {
  if (simulated) return text("exports.simulated");
  return entryPrice === null ? "" : text("exports.market");
}

/** One trade as a CSV row under `tradeCsvHeader`. */
export function toCsvRow(row: ListedTrade): CsvCell[] {
  const trade = toTrade(row);
  return [
    trade.number,
    trade.id,
    trade.type,
    trade.status,
    trade.direction,
    trade.side,
    trade.amount,
    trade.currency,
    trade.received,
    trade.receivedCurrency,
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
    priceKind(trade),
  ];
}
