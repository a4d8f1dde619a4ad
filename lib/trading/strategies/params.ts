/** The parameters of a strategy: said once, used to validate, to document and to build the form. */

import { z } from "zod";
import { type Text, text } from "@/lib/platform/text";

export type NumberField = {
  kind: "number";
  label: Text;
  hint: Text;
  min: number;
  max: number;
  /** Values are whole multiples of it. */
  step: number;
  default: number;
  /** The amount is split into this many orders. */
  splitsAmount?: true;
};
export type ChoiceField = {
  kind: "choice";
  label: Text;
  hint: Text;
  options: readonly string[];
  default: string;
};
export type ParamField = NumberField | ChoiceField;
export type ParamFields = Record<string, ParamField>;

/** Floating-point noise of a division such as 0.3 / 0.1. */
const NOISE = 1e-9;

function isMultiple(value: number, step: number): boolean {
  const steps = value / step;
  return Math.abs(steps - Math.round(steps)) < NOISE;
}

function schemaOf(field: ParamField): z.ZodType<number | string> {
  if (field.kind === "choice") {
    const problem = text("strategies.chooseOne", { options: field.options.join(", ") });
    return z.enum(field.options as [string, ...string[]], problem).default(field.default);
  }
  const { min, max, step } = field;
  const problem = text("strategies.enterNumberFromInSteps", { min, max, step });
  return z
    .number(problem)
    .min(min, problem)
    .max(max, problem)
    .refine((value) => isMultiple(value, step), problem)
    .default(field.default);
}

/** Validates the given fields, fills in defaults and refuses unknown names. */
export function paramsSchema(fields: ParamFields): z.ZodType<Record<string, number | string>> {
  return z.strictObject(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)])),
  ) as z.ZodType<Record<string, number | string>>;
}

/** The choice of candle length that every strategy has. */
export function intervalField(options: readonly string[], fallback: string): ChoiceField {
  return {
    kind: "choice",
    label: text("strategies.candleLength"),
    hint: text("strategies.aDecisionMadeOnceCandleWhen"),
    options,
    default: fallback,
  };
}
