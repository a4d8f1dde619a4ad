import { type E8, type Micro, mulDivHalfEven } from "@/lib/platform/money";

/** 10^-8 coins times 10^-8 USDT a coin, in 10^-6 USDT. */
const SCALE = 10_000_000_000n;

/**
 * What a deposit is worth in USDT: amount (10^-8 of the coin) × rate (10^-8 USDT a coin), in
 * micro-USDT. Rounded here, once, half to even: never off by more than half a micro-unit.
 */
export function creditMicro(amountE8: E8, rateE8: E8): Micro {
  return mulDivHalfEven(amountE8, rateE8, SCALE);
}
