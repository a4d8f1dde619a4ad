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
): ["durationDays" | "minAmount" | "maxAmount", string][] {
  const { type, durationDays, minAmountMicro, maxAmountMicro } = terms;
  const found: ReturnType<typeof planProblems> = [];
  if (type === "fixed" && durationDays === null) {
    found.push(["durationDays", "A fixed plan needs a number of days"]);
  }
  if (type === "flexible" && durationDays !== null) {
    found.push(["durationDays", "A flexible plan has no number of days"]);
  }
  if (minAmountMicro <= 0n) found.push(["minAmount", "The minimum must be above zero"]);
  if (maxAmountMicro !== null && maxAmountMicro < minAmountMicro) {
    found.push(["maxAmount", "The maximum is below the minimum"]);
  }
  return found;
}
