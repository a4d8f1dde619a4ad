/** Arithmetic of the vault. Amounts in micro-units, prices in 10^-8 USDT for one XAUT. */
import { type E8, E8_ONE, type Micro, mulDivHalfEven } from "@/lib/platform/money";

export const vaultDirections = ["store", "retrieve"] as const;
export type VaultDirection = (typeof vaultDirections)[number];

/** A storage amount must be greater than this many USDT. */
export const STORE_MORE_THAN = "10";

/** Conversions of one user in a UTC day, both ways together, as vault_convert() counts them. */
export const MOST_CONVERSIONS_A_DAY = 200;

/** How far a price may move against the user between review and execution: 0.10 %, in 10^-6. */
const TOLERANCE_PPM = 1_000n;
const PPM = 1_000_000n;

/** What is stored and what was paid for it. */
export type Position = { storedMicro: Micro; costMicro: Micro };

/**
 * What an amount becomes: USDT into XAUT at the ask, XAUT into USDT at the bid. Rounded half to even,
 * once. As vault_convert() does. @throws RangeError for a price that is not above zero
 */
export function convert(direction: VaultDirection, amountMicro: Micro, priceE8: E8): Micro {
  return direction === "store"
    ? mulDivHalfEven(amountMicro, E8_ONE, priceE8)
    : mulDivHalfEven(amountMicro, priceE8, E8_ONE);
}

/**
 * The worst price that a review at `priceE8` still agrees to: 0.10 % above it for storing, below it
 * for retrieving, rounded half to even.
 */
export function limitPrice(direction: VaultDirection, priceE8: E8): E8 {
  const share = direction === "store" ? PPM + TOLERANCE_PPM : PPM - TOLERANCE_PPM;
  return mulDivHalfEven(priceE8, share, PPM);
}

/**
 * The part of the cost that leaves with an amount of XAUT: the same share of it, half to even; with
 * the last unit all of it, so that an empty vault costs nothing. As vault_convert() does.
 */
export function costOf({ storedMicro, costMicro }: Position, xautMicro: Micro): Micro {
  if (xautMicro >= storedMicro) return costMicro;
  return mulDivHalfEven(costMicro, xautMicro, storedMicro);
}

/** Average cost of one stored XAUT, rounded half to even; null while nothing is stored. */
export function averageCost({ storedMicro, costMicro }: Position): E8 | null {
  return storedMicro === 0n ? null : mulDivHalfEven(costMicro, E8_ONE, storedMicro);
}

/** What the stored XAUT would bring at a bid and how much that is above its cost. */
export function worth(position: Position, bidE8: E8): { valueMicro: Micro; pnlMicro: Micro } {
  const valueMicro = convert("retrieve", position.storedMicro, bidE8);
  return { valueMicro, pnlMicro: valueMicro - position.costMicro };
}
