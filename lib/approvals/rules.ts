import { E8_ONE, mulDivCeil } from "@/lib/platform/money";

/**
 * What a balance change is worth in USDT micro-units, rounded up: a rounding never spares the approval.
 * @param priceE8 the current price of XAUT, or null when there is none
 * @returns null when it can't be known
 */
export function changeValueMicro(
  currency: "USDT" | "XAUT",
  amountMicro: bigint,
  priceE8: bigint | null,
): bigint | null {
  if (currency === "USDT") return amountMicro;
  return priceE8 === null ? null : mulDivCeil(amountMicro, priceE8, E8_ONE);
}

/**
 * Whether a colleague has to approve a change of this value. What can't be valued is never let
 * through while a threshold is set.
 * @param thresholdMicro in USDT micro-units; 0 asks for nobody
 */
export function needsApproval(valueMicro: bigint | null, thresholdMicro: bigint): boolean {
  if (thresholdMicro <= 0n) return false;
  return valueMicro === null || valueMicro > thresholdMicro;
}
