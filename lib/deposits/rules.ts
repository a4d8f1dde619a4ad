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

/** A rate that moved by more than this since it was shown is asked for again: 0.5%. */
const MAX_MOVE_PER_MILLE = 5n;

/** Whether a rate is no longer the one that was shown. Both in 10^-8. */
export function hasMoved(shownE8: E8, nowE8: E8): boolean {
  const difference = shownE8 > nowE8 ? shownE8 - nowE8 : nowE8 - shownE8;
  return difference * 1000n > shownE8 * MAX_MOVE_PER_MILLE;
}

/** Ends the recorded source of a rate that was a constant of the settings and no market's. */
export const SIMULATED_SUFFIX = " (simulated)";
