import { compareDecimal } from "@/lib/platform/ui/decimal";
import type { AloneRule } from "./schema";

/** What a member of staff is about to do, as the rule of two people looks at it. */
export type Step = {
  /** Its value; null where there is no price, undefined where the screen does not know it. */
  usdt?: string | null;
  /** Takes two whatever it is worth, while the rule is on. */
  always?: boolean;
  /** A plan's: above the ceiling it takes two. */
  dailyRate?: string;
  /** Lets money of the user out, which nobody does alone who has just credited them. */
  letsOut?: boolean;
};

/**
 * Whether a step will take a second person: what screens say before it is tried. The database decides.
 * @param rule what the member can still move alone; undefined while that is not known
 */
export function secondPersonFor(
  rule: AloneRule | undefined,
  { usdt, always = false, dailyRate, letsOut = false }: Step,
): "no" | "maybe" | "yes" {
  if (!rule || compareDecimal(rule.threshold, "0") === 0) return "no";
  const isHigh = Number(dailyRate ?? 0) * 365 > Number(rule.planYearlyRateCeiling);
  if (always || isHigh || usdt === null || (letsOut && rule.hasCredited)) return "yes";
  if (usdt === undefined) return "maybe";
  return compareDecimal(usdt, rule.left) > 0 ? "yes" : "no";
}
