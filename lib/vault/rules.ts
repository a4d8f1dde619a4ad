/** Arithmetic of the vault. Amounts in micro-units, prices in 10^-8 USDT for one XAUT. */
import { type E8, E8_ONE, type Micro, mulDivHalfEven } from "@/lib/platform/money";

export const vaultDirections = ["store", "retrieve"] as const;
export type VaultDirection = (typeof vaultDirections)[number];

/** A storage amount must be greater than this many USDT. */
export const STORE_MORE_THAN = "10";

/** Conversions of one user in a UTC day, both ways together, as vault_convert() counts them. */
export const MAX_DAILY_CONVERSIONS = 200;

/**
 * What an amount becomes: USDT into XAUT at the ask, XAUT into USDT at the bid. Rounded half to even,
 * once. As vault_convert() does. @throws RangeError for a price that is not above zero
 */
export function convert(direction: VaultDirection, amountMicro: Micro, priceE8: E8): Micro {
  return direction === "store"
    ? mulDivHalfEven(amountMicro, E8_ONE, priceE8)
    : mulDivHalfEven(amountMicro, priceE8, E8_ONE);
}
