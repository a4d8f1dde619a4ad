/** Arithmetic of the vault. Amounts in micro-units, prices in 10^-8 USDT for one XAUT. */
import { type E8, E8_ONE, type Micro, mulDivCeil, mulDivFloor, PPM } from "@/lib/platform/money";

export const vaultDirections = ["store", "retrieve"] as const;
export type VaultDirection = (typeof vaultDirections)[number];

/** Why a conversion was not filled; everything went back then. */
export const voidReasons = [
  "PRICE_MOVED",
  "NO_PRICE",
  "HOUSE_LIMIT",
  "TRADE_AMOUNT_OUT_OF_RANGE",
] as const;

/** A storage amount must be greater than this many USDT. */
export const STORE_MORE_THAN = "10";

export type Conversion = {
  /** In USDT. */
  feeMicro: Micro;
  /** XAUT for storing, USDT for retrieving; zero or less when the amount is too small. */
  receivedMicro: Micro;
};

/**
 * What an amount becomes: USDT into XAUT at the ask, XAUT into USDT at the bid. The fee comes out of the USDT. Rounded
 * against the customer, as spot_amounts() does: the fee up, what they get down. @throws RangeError for a price that is not above zero
 */
export function convert(
  direction: VaultDirection,
  amountMicro: Micro,
  priceE8: E8,
  feeRatePpm: bigint,
): Conversion {
  const isStoring = direction === "store";
  const grossMicro = isStoring ? amountMicro : mulDivFloor(amountMicro, priceE8, E8_ONE);
  const feeMicro = mulDivCeil(grossMicro, feeRatePpm, PPM);
  const net = grossMicro - feeMicro;
  return { feeMicro, receivedMicro: isStoring ? mulDivFloor(net, E8_ONE, priceE8) : net };
}
