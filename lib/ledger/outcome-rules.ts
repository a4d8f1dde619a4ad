import type { OptionDirection } from "./schema";

/**
 * How an option with both prices ends: equal prices refund. The database decides by the same rule;
 * this one lets a receipt show it and a test compare.
 */
export function optionOutcome(
  direction: OptionDirection,
  entryPriceE8: bigint,
  exitPriceE8: bigint,
): "won" | "lost" | "refunded" {
  if (exitPriceE8 === entryPriceE8) return "refunded";
  return exitPriceE8 > entryPriceE8 === (direction === "up") ? "won" : "lost";
}
