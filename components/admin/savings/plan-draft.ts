import { formatDecimal, MICRO_DECIMALS, parseDecimal } from "@/lib/platform/money";
import { plainAmount, readAmount, typedAmount } from "@/lib/platform/ui/amount-input";
import { compareDecimal } from "@/lib/platform/ui/decimal";
import type { SavingType } from "@/lib/savings/rules";
import type { AdminSavingDto, CreatePlanInput, UpdatePlanInput } from "@/lib/savings/staff-schema";

/** A plan as it is typed. The rate is in percent a day. */
export type PlanDraft = {
  name: string;
  description: string;
  type: SavingType;
  currency: "USDT" | "XAUT";
  dailyRate: string;
  durationDays: string;
  minAmount: string;
  maxAmount: string;
  capacity: string;
};
export type PlanField = keyof PlanDraft;

const EMPTY_PLAN: PlanDraft = {
  name: "",
  description: "",
  type: "fixed",
  currency: "USDT",
  dailyRate: "",
  durationDays: "",
  minAmount: "",
  maxAmount: "",
  capacity: "",
};

/** Fraction digits of a share a day, and of the same rate in percent. */
const SHARE_DIGITS = 9;
const PERCENT_DIGITS = 7;

/** A share as percent, without trailing zeros: "0.00011" is "0.011". */
export function percentOfShare(share: string): string {
  const value = parseDecimal(share, SHARE_DIGITS);
  return value === null ? "" : plainAmount(formatDecimal(value, PERCENT_DIGITS));
}

/** A percentage as a share; null when it is none, or more than the API takes. */
export function shareOfPercent(percent: string): string | null {
  const reading = readAmount(percent, PERCENT_DIGITS);
  const value = reading.ok ? parseDecimal(reading.value.replace(/\.$/, ""), PERCENT_DIGITS) : null;
  if (value === null || value > 10n ** BigInt(SHARE_DIGITS)) return null;
  return plainAmount(formatDecimal(value, SHARE_DIGITS));
}

/** The draft that an existing plan starts from; an empty one for a new plan. */
export function draftOf(plan: AdminSavingDto | null): PlanDraft {
  if (plan === null) return EMPTY_PLAN;
  const amount = (value: string | null) => (value === null ? "" : plainAmount(value));
  return {
    name: plan.name,
    description: plan.description,
    type: plan.type,
    currency: plan.currency,
    dailyRate: percentOfShare(plan.dailyRate),
    durationDays: plan.durationDays === null ? "" : String(plan.durationDays),
    minAmount: amount(plan.minAmount),
    maxAmount: amount(plan.maxAmount),
    capacity: amount(plan.capacity),
  };
}

/** The plan that a draft describes, as the API's schema takes it. */
export function inputOf(draft: PlanDraft) {
  const { type, durationDays: days } = draft;
  const amount = (text: string) => typedAmount(text, MICRO_DECIMALS);
  const limit = (text: string) => (text.trim() === "" ? null : amount(text));
  return {
    ...draft,
    dailyRate: shareOfPercent(draft.dailyRate) ?? "",
    durationDays: type === "flexible" ? null : /^\d+$/.test(days) ? Number(days) : days,
    minAmount: amount(draft.minAmount),
    maxAmount: limit(draft.maxAmount),
    capacity: limit(draft.capacity),
  };
}

/** The fields whose texts are numbers: "10" and "10.000000" are no change. */
const NUMBERS: readonly PlanField[] = ["dailyRate", "minAmount", "maxAmount", "capacity"];

const isSame = (field: PlanField, a: string | number | null, b: string | number | null) =>
  NUMBERS.includes(field) && typeof a === "string" && typeof b === "string"
    ? compareDecimal(a, b) === 0
    : a === b;

/** What an edited plan changes of the one it started from, by field. */
export function changesOf(
  before: AdminSavingDto,
  after: CreatePlanInput,
): { fields: PlanField[]; input: UpdatePlanInput } {
  const all = Object.keys(EMPTY_PLAN) as PlanField[];
  const fields = all.filter((field) => !isSame(field, before[field], after[field]));
  const changed = Object.fromEntries(fields.map((field) => [field, after[field]]));
  return { fields, input: { ...changed, updatedAt: before.updatedAt } };
}
