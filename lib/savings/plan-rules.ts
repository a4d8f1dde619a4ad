import { type Text, text } from "@/lib/platform/text";

export type PlanTerms = {
  /** "fixed" or "flexible". */
  type: string;
  durationDays: number | null;
  minAmountMicro: bigint;
  maxAmountMicro: bigint | null;
};

/** What does not fit together in the terms of a plan, by field, in the order of the fields. */
export function planProblems(
  terms: PlanTerms,
): ["durationDays" | "minAmount" | "maxAmount", Text][] {
  const { type, durationDays, minAmountMicro, maxAmountMicro } = terms;
  const found: ReturnType<typeof planProblems> = [];
  if (type === "fixed" && durationDays === null) {
    found.push(["durationDays", text("errors.savings.aFixedPlanNeedsNumberDays")]);
  }
  if (type === "flexible" && durationDays !== null) {
    found.push(["durationDays", text("errors.savings.aFlexiblePlanNoNumberDays")]);
  }
  if (minAmountMicro <= 0n)
    found.push(["minAmount", text("errors.savings.theMinimumMustBeAboveZero")]);
  if (maxAmountMicro !== null && maxAmountMicro < minAmountMicro) {
    found.push(["maxAmount", text("errors.savings.theMaximumBelowMinimum")]);
  }
  return found;
}
