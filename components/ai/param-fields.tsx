"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/components/forms/field";
import { Select, TextInput } from "@/components/forms/text-input";
import { cleanAmount } from "@/lib/platform/money/typed-amount";
import type { TradeSettings } from "@/lib/trading/schema";

export type StrategyInfo = TradeSettings["ai"]["strategies"][number];
type Param = StrategyInfo["params"][string];

/** What is typed, by parameter name. */
export type ParamTexts = Record<string, string>;

/** What a form calls the field of a parameter. */
export const paramField = (name: string): string => `param:${name}`;

/** What a form's fields say of each parameter; the default of what was not typed, or can no longer be chosen. */
export function textsOf({ params }: StrategyInfo, fields: Partial<Record<string, string>>) {
  const textOf = (name: string, param: Param) => {
    const text = fields[paramField(name)];
    const isKnown = text !== undefined && (param.kind === "number" || isValid(param, text));
    return isKnown ? text : String(param.default);
  };
  return Object.fromEntries(
    Object.entries(params).map(([name, param]) => [name, textOf(name, param)]),
  ) as ParamTexts;
}

const numberOf = (text: string): number => Number(cleanAmount(text));

function isValid(field: Param, text: string): boolean {
  if (field.kind === "choice") return field.options.includes(text);
  const value = numberOf(text);
  return text.trim() !== "" && value >= field.min && value <= field.max;
}

export type ParamReading = {
  params: Record<string, number | string>;
  /** Names of the parameters that can't be right. */
  invalid: string[];
};

/** Reads what is typed. The server has the last word; this catches what is surely wrong. */
export function readTexts({ params }: StrategyInfo, texts: ParamTexts): ParamReading {
  const entries = Object.entries(params).map(([name, field]) => {
    const text = texts[name] ?? "";
    return [name, field.kind === "number" ? numberOf(text) : text] as const;
  });
  return {
    params: Object.fromEntries(entries),
    invalid: Object.entries(params)
      .filter(([name, field]) => !isValid(field, texts[name] ?? ""))
      .map(([name]) => name),
  };
}

export interface ParamFieldsProps {
  strategy: StrategyInfo;
  texts: ParamTexts;
  /** Errors by parameter name. */
  errors: Record<string, string | undefined>;
  onChange: (name: string, text: string) => void;
}

/** The parameters of a strategy as form fields. */
export function ParamFields({ strategy, texts, errors, onChange }: ParamFieldsProps) {
  const t = useTranslations("ai.form");
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {Object.entries(strategy.params).map(([name, field]) => (
        <Field
          key={`${strategy.id}-${name}`}
          label={field.label}
          error={errors[name]}
          hint={
            field.kind === "number"
              ? t("range", { hint: field.hint, min: field.min, max: field.max })
              : field.hint
          }
        >
          {field.kind === "choice" ? (
            <Select value={texts[name]} onChange={(event) => onChange(name, event.target.value)}>
              {field.options.map((option) => (
                <option key={option} value={option}>
                  {t(`intervals.${option}`)}
                </option>
              ))}
            </Select>
          ) : (
            <TextInput
              inputMode="decimal"
              autoComplete="off"
              value={texts[name] ?? ""}
              onChange={(event) => onChange(name, event.target.value)}
            />
          )}
        </Field>
      ))}
    </div>
  );
}
