import { MICRO_DECIMALS } from "@/lib/platform/money";
import { plainAmount, typedAmount } from "@/lib/platform/ui/amount-input";
import { compareDecimal } from "@/lib/platform/ui/decimal";
import { percentOfShare, shareOfPercent } from "@/lib/savings/percent-rules";
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
