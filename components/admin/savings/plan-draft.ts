import { formatDecimal, MICRO_DECIMALS, parseDecimal } from "@/lib/platform/money";
import { readAmount } from "@/lib/platform/ui/amount-input";
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
export type PlanProblems = Partial<Record<PlanField, string>>;

export const EMPTY_PLAN: PlanDraft = {
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
const MOST_DAYS = 3_650;

const short = (value: string) => (value.includes(".") ? value.replace(/\.?0+$/, "") : value);

/** A share as percent, without trailing zeros: "0.00011" is "0.011". */
export function percentOfShare(share: string): string {
  const value = parseDecimal(share, SHARE_DIGITS);
  return value === null ? "" : short(formatDecimal(value, PERCENT_DIGITS));
}

/** A percentage as a share; null when it is none, or more than the API takes. */
export function shareOfPercent(percent: string): string | null {
  const reading = readAmount(percent, PERCENT_DIGITS);
  const value = reading.ok ? parseDecimal(reading.value.replace(/\.$/, ""), PERCENT_DIGITS) : null;
  if (value === null || value > 10n ** BigInt(SHARE_DIGITS)) return null;
  return short(formatDecimal(value, SHARE_DIGITS));
}

/** The draft that an existing plan starts from. */
export function draftOf(plan: AdminSavingDto): PlanDraft {
  const amount = (value: string | null) => (value === null ? "" : short(value));
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

type Texts = Record<"name" | "rate" | "days" | "amount" | "belowMinimum", string>;

function readLimit(text: string): { ok: boolean; value: string | null } {
  if (text.trim() === "") return { ok: true, value: null };
  const reading = readAmount(text, MICRO_DECIMALS);
  return reading.ok ? { ok: true, value: reading.value } : { ok: false, value: null };
}

/** The plan that a draft describes, or what is wrong with it by field. */
export function readDraft(
  draft: PlanDraft,
  texts: Texts,
): { problems: PlanProblems; plan: CreatePlanInput | null } {
  const problems: PlanProblems = {};
  const dailyRate = shareOfPercent(draft.dailyRate);
  const days = Number(draft.durationDays);
  const minimum = readAmount(draft.minAmount, MICRO_DECIMALS);
  const maximum = readLimit(draft.maxAmount);
  const capacity = readLimit(draft.capacity);
  if (draft.name.trim() === "") problems.name = texts.name;
  if (dailyRate === null) problems.dailyRate = texts.rate;
  if (
    draft.type === "fixed" &&
    !(/^\d+$/.test(draft.durationDays) && days >= 1 && days <= MOST_DAYS)
  ) {
    problems.durationDays = texts.days;
  }
  if (!minimum.ok || compareDecimal(minimum.value, "0") === 0) problems.minAmount = texts.amount;
  if (!maximum.ok) problems.maxAmount = texts.amount;
  else if (minimum.ok && maximum.value && compareDecimal(maximum.value, minimum.value) < 0) {
    problems.maxAmount = texts.belowMinimum;
  }
  if (!capacity.ok) problems.capacity = texts.amount;
  if (Object.keys(problems).length > 0 || dailyRate === null || !minimum.ok) {
    return { problems, plan: null };
  }
  return {
    problems,
    plan: {
      name: draft.name.trim(),
      description: draft.description.trim(),
      type: draft.type,
      currency: draft.currency,
      dailyRate,
      durationDays: draft.type === "fixed" ? days : null,
      minAmount: minimum.value,
      maxAmount: maximum.value,
      capacity: capacity.value,
      isActive: true,
    },
  };
}

const EDITABLE = [
  "name",
  "description",
  "type",
  "currency",
  "dailyRate",
  "durationDays",
  "minAmount",
  "maxAmount",
  "capacity",
] as const satisfies PlanField[];

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
  const fields = EDITABLE.filter((field) => !isSame(field, before[field], after[field]));
  const changed = Object.fromEntries(fields.map((field) => [field, after[field]]));
  return { fields, input: { ...changed, updatedAt: before.updatedAt } };
}
