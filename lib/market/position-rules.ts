/**
 * Arithmetic of XAUT that is held and what was paid for it, the same for spot trades and the vault. Amounts
 * in micro-units, prices in 10^-8 USDT for one XAUT.
 */
import { type E8, E8_ONE, type Micro, mulDivHalfEven, PPM, parseMicro } from "@/lib/platform/money";

/** XAUT held and what it cost in USDT. */
export type Position = { quantityMicro: Micro; costMicro: Micro };

/** How far a price may move against the user between review and fill, as a user can choose: rates. */
export const tolerances = ["0.0005", "0.001", "0.002", "0.005", "0.01"] as const;
export type Tolerance = (typeof tolerances)[number];
/** What holds for who has not chosen. */
export const USUAL_TOLERANCE: Tolerance = "0.001";

/** The worst price that a review at `reviewedE8` still agrees to, above it for a buy; half to even. */
export function limitPrice(side: "buy" | "sell", reviewedE8: E8, tolerance: Tolerance): E8 {
  const tolerancePpm = parseMicro(tolerance)!;
  const share = side === "buy" ? PPM + tolerancePpm : PPM - tolerancePpm;
  return mulDivHalfEven(reviewedE8, share, PPM);
}

/**
 * The part of the cost that leaves with an amount of XAUT: the same share of it, half to even; with
 * the last unit all of it, so that an empty position costs nothing. As the database does.
 */
export function costOf({ quantityMicro, costMicro }: Position, leavingMicro: Micro): Micro {
  if (leavingMicro >= quantityMicro) return costMicro;
  return mulDivHalfEven(costMicro, leavingMicro, quantityMicro);
}

/** Average cost of one XAUT of a position, half to even; null when there is none. */
export function averageCost({ quantityMicro, costMicro }: Position): E8 | null {
  return quantityMicro > 0n ? mulDivHalfEven(costMicro, E8_ONE, quantityMicro) : null;
}

/** What a position is worth at a price, before any fee, half to even, and what that is over its cost. */
export function valuePosition(
  { quantityMicro, costMicro }: Position,
  priceE8: E8,
): { valueMicro: Micro; pnlMicro: Micro } {
  const valueMicro = mulDivHalfEven(quantityMicro, priceE8, E8_ONE);
  return { valueMicro, pnlMicro: valueMicro - costMicro };
}
