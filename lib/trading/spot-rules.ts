/**
 * Arithmetic of spot trades, as the database's spot_amounts() does it: quotes, receipts and tests compute
 * the same numbers. Amounts in micro-units, prices in 10^-8 USDT for one XAUT, rates in parts per million.
 */
import { costOf, limitPrice, type Position, type Tolerance } from "@/lib/market/position-rules";
import {
  type E8,
  E8_ONE,
  type Micro,
  mulDivCeil,
  mulDivFloor,
  mulDivHalfEven,
  PPM,
} from "@/lib/platform/money";

export type SpotSide = "buy" | "sell";

/**
 * The price of a trade: ask and bid, or the middle of both moved by half the spread where that is worse for
 * the user. Half to even.
 */
export function spotPrice(side: SpotSide, bidE8: E8, askE8: E8, spreadPpm: bigint): E8 {
  const sum = bidE8 + askE8;
  if (side === "buy") {
    const widened = mulDivHalfEven(sum, 2n * PPM + spreadPpm, 4n * PPM);
    return widened > askE8 ? widened : askE8;
  }
  const widened = mulDivHalfEven(sum, 2n * PPM - spreadPpm, 4n * PPM);
  return widened < bidE8 ? widened : bidE8;
}

export type SpotFill = {
  /** USDT side of the trade before the fee is taken out. */
  grossMicro: Micro;
  /** In USDT. */
  feeMicro: Micro;
  /** XAUT for a buy, USDT for a sale; zero or less when the amount is too small to trade. */
  receivedMicro: Micro;
};

/** Roundings of fills: 1 is of trades before version 0.3. */
const ROUNDINGS = {
  1: { get: mulDivHalfEven, pay: mulDivHalfEven },
  2: { get: mulDivFloor, pay: mulDivCeil },
} as const;
/** By which a fill was computed, as its trade says. */
export type FillRules = keyof typeof ROUNDINGS;

/**
 * What a trade costs and gives. The fee is taken out of the USDT: out of what a buyer spends, out of what a
 * seller gets. Rounded against the customer: the fee up, what they get down.
 * @param amountMicro USDT to spend for a buy, XAUT to give for a sale
 * @param rules of an older trade; 1 rounded half to even
 */
export function spotFill(
  side: SpotSide,
  amountMicro: Micro,
  priceE8: E8,
  feeRatePpm: bigint,
  rules: FillRules = 2,
): SpotFill {
  const { get, pay } = ROUNDINGS[rules];
  const grossMicro = side === "buy" ? amountMicro : get(amountMicro, priceE8, E8_ONE);
  const feeMicro = pay(grossMicro, feeRatePpm, PPM);
  const net = grossMicro - feeMicro;
  return { grossMicro, feeMicro, receivedMicro: side === "buy" ? get(net, E8_ONE, priceE8) : net };
}

export type ClosedPart = {
  /** XAUT of the sale that had been bought. */
  quantityMicro: Micro;
  /** What that part had cost, at the average of the position. */
  costMicro: Micro;
  /** What that part brought, fee taken out. */
  proceedsMicro: Micro;
  pnlMicro: Micro;
};

/**
 * The part of a sale that has a known cost, by average cost. Bought XAUT is sold first; what came otherwise
 * (interest, support) has no cost that is known and is no part of the result.
 * @returns null when nothing of it was bought
 */
export function closedPart(
  before: Position,
  soldMicro: Micro,
  receivedMicro: Micro,
): ClosedPart | null {
  const held = before.quantityMicro;
  const quantityMicro = soldMicro < held ? soldMicro : held;
  if (quantityMicro <= 0n) return null;
  const costMicro = costOf(before, quantityMicro);
  const proceedsMicro = mulDivHalfEven(receivedMicro, quantityMicro, soldMicro);
  return { quantityMicro, costMicro, proceedsMicro, pnlMicro: proceedsMicro - costMicro };
}

/**
 * The amount to give for which a trade at this price gives at least what is wanted: USDT for wanted XAUT, XAUT for
 * wanted USDT. Rounded up at each step, so that a unit of XAUT less, or its worth, may do as well.
 */
export function amountToReceive(
  side: SpotSide,
  wantedMicro: Micro,
  priceE8: E8,
  feeRatePpm: bigint,
): Micro {
  const beforeFee = (netMicro: Micro) => mulDivCeil(netMicro, PPM, PPM - feeRatePpm);
  if (side === "buy") return beforeFee(mulDivCeil(wantedMicro, priceE8, E8_ONE));
  return mulDivCeil(beforeFee(wantedMicro), E8_ONE, priceE8);
}

/** Whether a price is further from the one that was reviewed than the tolerance, up or down. */
export function hasMoved(reviewedE8: E8, nowE8: E8, tolerance: Tolerance): boolean {
  return (
    nowE8 > limitPrice("buy", reviewedE8, tolerance) ||
    nowE8 < limitPrice("sell", reviewedE8, tolerance)
  );
}
