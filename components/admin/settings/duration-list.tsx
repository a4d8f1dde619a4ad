"use client";

import { Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Field, FieldMessage } from "@/components/forms/field";
import { TextInput } from "@/components/forms/text-input";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { formatRate } from "@/lib/platform/ui/format";
import type { Settings } from "@/lib/settings/schema";

type Durations = Settings["optionDurations"];

const DURATIONS_MAX = 12;

export interface DurationListProps {
  label: string;
  hint: string;
  error: string | undefined;
  value: Durations;
  disabled: boolean;
  onChange: (value: Durations) => void;
}

/** How long options run, and what each duration pays. */
export function DurationList({ label, hint, error, value, disabled, onChange }: DurationListProps) {
  const t = useTranslations("staffSettings.durations");
  const set = (at: number, change: object) =>
    onChange(value.map((row, index) => (index === at ? { ...row, ...change } : row)));
  return (
    <fieldset disabled={disabled} className="min-w-0" data-invalid={error ? "" : undefined}>
      <legend className="mb-1 text-text-2">{label}</legend>
      <ul className="space-y-2">
        {value.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two rows may hold the same while they are typed
          <li key={index} className="flex items-center gap-2">
            <Field hideLabel label={t("seconds", { number: index + 1 })} className="flex-1">
              <TextInput
                name={`optionDurations.${index}.seconds`}
                inputMode="numeric"
                end={t("unit")}
                value={String(row.seconds)}
                onChange={({ target: { value: text } }) =>
                  set(index, { seconds: /^\d{1,6}$/.test(text) ? Number(text) : text })
                }
              />
            </Field>
            <Field hideLabel label={t("rate", { number: index + 1 })} className="flex-1">
              <TextInput
                name={`optionDurations.${index}.payoutRate`}
                inputMode="decimal"
                end={formatRate(row.payoutRate)}
                value={row.payoutRate}
                onChange={(event) => set(index, { payoutRate: event.target.value })}
              />
            </Field>
            {disabled ? null : (
              <IconButton
                label={t("remove", { number: index + 1 })}
                onClick={() => onChange(value.filter((_, at) => at !== index))}
              >
                <Trash2 aria-hidden="true" />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {disabled || value.length >= DURATIONS_MAX ? null : (
        <Button
          variant="outline"
          className="mt-2"
          icon={<Plus aria-hidden="true" />}
          onClick={() => onChange([...value, { seconds: 0, payoutRate: "" }])}
        >
          {t("add")}
        </Button>
      )}
      <FieldMessage id="durations-error">{error}</FieldMessage>
      <p className="mt-1 text-caption text-text-2">{hint}</p>
    </fieldset>
  );
}
