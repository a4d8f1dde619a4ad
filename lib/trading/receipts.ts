/** Receipts: results worked out again from the recorded ticks, not copied from the trade. */
import type { RestingOrder, Trade } from "@/lib/generated/prisma/client";
import { optionOutcome } from "@/lib/ledger/outcome-rules";
import { averageCost } from "@/lib/market/position-rules";
import { formatMicro, formatPriceE8 } from "@/lib/platform/money";
import type { Proof } from "@/lib/transparency/receipt/schema";
import type { ExactTimes, Neighbour, PassedOver, TickRow } from "./data";
import type { OptionReceipt as ProvedOption, SpotReceipt as ProvedSpot } from "./receipt-schema";
import { optionGain } from "./rules";
import { micro, price, rate, toTrade } from "./serializers";
import { closedPart, type SpotFill, spotFill, spotPrice } from "./spot-rules";

/** Receipts without what proves them. */
export type OptionReceipt = Omit<ProvedOption, keyof Proof>;
export type SpotReceipt = Omit<ProvedSpot, keyof Proof>;

function toTick(row: TickRow | undefined): OptionReceipt["entryTick"] {
  if (!row) return null;
  return {
    id: row.seq.toString(),
    at: row.at,
    knownAt: row.knownAt,
    price: formatPriceE8(row.priceE8),
    bid: formatPriceE8(row.bidE8),
    ask: formatPriceE8(row.askE8),
    sources: row.sources,
    simulated: row.simulated,
  };
}

const toNeighbour = (row: Neighbour | undefined) =>
  row ? { id: row.seq.toString(), at: row.at } : null;

function outcomeOf(
  trade: Trade,
  entry: TickRow | undefined,
  exit: TickRow | undefined,
): OptionReceipt["arithmetic"]["outcome"] {
  if (trade.status === "open") return null;
  // Simulated and real prices don't compare.
  if (!entry || !exit || entry.simulated !== exit.simulated) return "void";
  return optionOutcome(trade.direction as "up" | "down", entry.priceE8, exit.priceE8);
}

/**
 * An option's receipt: its outcome worked out again from the recorded ticks, not copied from the trade.
 * @param ticks the entry and exit ticks and those right before and after them, where they exist
 * @param passedOver the ticks that were passed over before the entry
 * @param gap the ticks on either side of where one was missing
 */
export function toOptionReceipt(
  trade: Trade,
  times: ExactTimes,
  ticks: Map<bigint, TickRow>,
  passedOver: PassedOver[],
  gap: { before: Neighbour | undefined; after: Neighbour | undefined } | null,
): OptionReceipt {
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
    kind: "option",
    trade: toTrade(trade),
    openedAt: times.openedAt,
    expiresAt: times.expiresAt,
    entryDelayMs: trade.entryDelayMs ?? 0,
    passedOverTicks: passedOver.map(({ seq, at, reason }) => ({ id: seq.toString(), at, reason })),
    entryTick: toTick(entry),
    exitTick: toTick(exit),
    tickBeforeEntry: toNeighbour(at(trade.entryTickSeq, -1n)),
    tickAfterExit: toNeighbour(at(trade.exitTickSeq, 1n)),
    gap: gap && { before: toNeighbour(gap.before), after: toNeighbour(gap.after) },
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

/**
 * A spot trade's receipt: price, fee and received amount worked out again from the tick it names.
 * @param ticks the tick of the fill and those right before and after it, where they exist
 * @param passedOver the ticks that were passed over before the fill
 * @param order the order that it is the fill of
 */
export function toSpotReceipt(
  trade: Trade,
  times: ExactTimes,
  ticks: Map<bigint, TickRow>,
  passedOver: PassedOver[],
  order: RestingOrder | null,
): SpotReceipt {
  const tick = ticks.get(trade.entryTickSeq ?? 0n);
  const side = trade.side === "sell" ? "sell" : "buy";
  const spreadPpm = trade.spreadPpm ?? 0;
  const feeRatePpm = trade.feeRatePpm ?? 0;
  const priceE8 = tick ? spotPrice(side, tick.bidE8, tick.askE8, BigInt(spreadPpm)) : null;
  const fill =
    priceE8 === null
      ? null
      : spotFill(
          side,
          trade.amountMicro,
          priceE8,
          BigInt(feeRatePpm),
          trade.fillRules === 1 ? 1 : 2,
        );
  return {
    kind: "spot",
    trade: toTrade(trade),
    openedAt: times.openedAt,
    order: order && {
      id: order.id,
      number: order.number.toString(),
      type: order.type,
      price: formatPriceE8(order.priceE8),
      expiresAt: order.expiresAt?.toISOString() ?? null,
    },
    passedOverTicks: passedOver.map(({ seq, at, reason }) => ({ id: seq.toString(), at, reason })),
    entryTick: toTick(tick),
    tickBeforeEntry: toNeighbour(ticks.get((trade.entryTickSeq ?? 0n) - 1n)),
    tickAfterEntry: toNeighbour(ticks.get((trade.entryTickSeq ?? 0n) + 1n)),
    arithmetic: {
      spread: rate(spreadPpm),
      price: price(priceE8),
      gross: micro(fill?.grossMicro ?? null),
      feeRate: rate(feeRatePpm),
      fee: micro(fill?.feeMicro ?? null),
      received: micro(fill?.receivedMicro ?? null),
      closed: toClosedPart(trade, fill),
    },
  };
}

function toClosedPart(
  { side, amountMicro, positionMicro, positionCostMicro }: Trade,
  fill: SpotFill | null,
): SpotReceipt["arithmetic"]["closed"] {
  if (side !== "sell" || fill === null) return null;
  const before = { quantityMicro: positionMicro ?? 0n, costMicro: positionCostMicro ?? 0n };
  const part = closedPart(before, amountMicro, fill.receivedMicro);
  if (part === null) return null;
  return {
    positionQuantity: formatMicro(before.quantityMicro),
    positionCost: formatMicro(before.costMicro),
    averageCost: price(averageCost(before)),
    quantity: formatMicro(part.quantityMicro),
    cost: formatMicro(part.costMicro),
    proceeds: formatMicro(part.proceedsMicro),
    pnl: formatMicro(part.pnlMicro),
  };
}
