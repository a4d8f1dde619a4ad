/**
 * Arithmetic of spot trades, as the database's fill_spot_trade() does it: quotes, receipts and tests compute
 * the same numbers. Amounts in micro-units, prices in 10^-8 USDT for one XAUT, rates in parts per million.
 */
import { type E8, E8_ONE, type Micro, mulDivCeil, mulDivHalfEven, PPM } from "@/lib/platform/money";

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
  /** In USDT, half to even. */
  feeMicro: Micro;
  /** XAUT for a buy, USDT for a sale; zero or less when the amount is too small to trade. */
  receivedMicro: Micro;
};

/**
 * What a trade costs and gives. The fee is taken out of the USDT: out of what a buyer spends, out of what a
 * seller gets. Fee and converted amount half to even.
 * @param amountMicro USDT to spend for a buy, XAUT to give for a sale
 */
export function spotFill(
  side: SpotSide,
  amountMicro: Micro,
  priceE8: E8,
  feeRatePpm: bigint,
): SpotFill {
  const grossMicro = side === "buy" ? amountMicro : mulDivHalfEven(amountMicro, priceE8, E8_ONE);
  const feeMicro = mulDivHalfEven(grossMicro, feeRatePpm, PPM);
  const net = grossMicro - feeMicro;
  return {
    grossMicro,
    feeMicro,
    receivedMicro: side === "buy" ? mulDivHalfEven(net, E8_ONE, priceE8) : net,
  };
}

/** XAUT bought and not sold yet, and what it cost in USDT with fees. */
export type SpotPosition = { quantityMicro: Micro; costMicro: Micro };

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
  before: SpotPosition,
  soldMicro: Micro,
  receivedMicro: Micro,
): ClosedPart | null {
  const { quantityMicro: held, costMicro: cost } = before;
  const quantityMicro = soldMicro < held ? soldMicro : held;
  if (quantityMicro <= 0n) return null;
  const costMicro = mulDivHalfEven(cost, quantityMicro, held);
  const proceedsMicro = mulDivHalfEven(receivedMicro, quantityMicro, soldMicro);
  return { quantityMicro, costMicro, proceedsMicro, pnlMicro: proceedsMicro - costMicro };
}

/** Average cost of one XAUT of a position, half to even; null when there is none. */
export function averageCost({ quantityMicro, costMicro }: SpotPosition): E8 | null {
  return quantityMicro > 0n ? mulDivHalfEven(costMicro, E8_ONE, quantityMicro) : null;
}

/** What a position is worth at a price, before the fee of selling, half to even, and what that is over its cost. */
export function valuePosition(
  { quantityMicro, costMicro }: SpotPosition,
  priceE8: E8,
): { valueMicro: Micro; pnlMicro: Micro } {
  const valueMicro = mulDivHalfEven(quantityMicro, priceE8, E8_ONE);
  return { valueMicro, pnlMicro: valueMicro - costMicro };
}

/**
 * The smallest amount to give for which a trade at this price gives at least what is wanted: USDT for
 * wanted XAUT, XAUT for wanted USDT. Rounded up at each step.
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

/** How far a price may move from the one that was reviewed before it has to be reviewed again: 0.1%. */
const TOLERANCE_PPM = 1_000n;

/** The worst price that a reviewed quote stands for, to the nearest 10^-8. */
export function limitPrice(side: SpotSide, reviewedE8: E8): E8 {
  const share = side === "buy" ? PPM + TOLERANCE_PPM : PPM - TOLERANCE_PPM;
  return mulDivHalfEven(reviewedE8, share, PPM);
}

/** Whether a price is too far from the one that was reviewed, up or down. */
export function hasMoved(reviewedE8: E8, nowE8: E8): boolean {
  return nowE8 > limitPrice("buy", reviewedE8) || nowE8 < limitPrice("sell", reviewedE8);
}
