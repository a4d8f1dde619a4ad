"use client";

import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { Checkbox } from "@/components/forms/checkbox";
import { Field, FieldMessage } from "@/components/forms/field";
import { Select, TextInput } from "@/components/forms/text-input";
import type { Settings } from "@/lib/settings/schema";

type Hours = Settings["supportHours"];
type Day = Hours["days"][number];

const WEEK = [1, 2, 3, 4, 5, 6, 7] as const;
const USUAL = { from: "09:00", to: "17:00" };
const UTC = "UTC";
const ERROR_ID = "support-hours-error";

const NONE: readonly string[] = [];
let known: readonly string[] | undefined;
const never = () => () => undefined;

/** All zones that this browser knows; none while the server renders, which may know others. */
const useKnownZones = () =>
  useSyncExternalStore(
    never,
    () => {
      known ??= Intl.supportedValuesOf("timeZone");
      return known;
    },
    () => NONE,
  );

export interface SupportHoursProps {
  label: string;
  hint: string;
  error: string | undefined;
  value: Hours;
  disabled: boolean;
  onChange: (value: Hours) => void;
}

/** On which days support answers, from when to when, in which zone. */
export function SupportHours({ label, hint, error, value, disabled, onChange }: SupportHoursProps) {
  const t = useTranslations("staffSettings.supportHours");
  const zones = [...new Set([UTC, value.zone, ...useKnownZones()])];
  const put = (day: number, change: Partial<Day> | null) => {
    const others = value.days.filter((one) => one.day !== day);
    const known = value.days.find((one) => one.day === day) ?? { day, ...USUAL };
    const days = change ? [...others, { ...known, ...change }] : others;
    onChange({ ...value, days: days.toSorted((a, b) => a.day - b.day) });
  };
  return (
    <fieldset
      disabled={disabled}
      className="min-w-0"
      data-invalid={error ? "" : undefined}
      aria-describedby={error ? ERROR_ID : undefined}
    >
      <legend className="mb-1 text-text-2">{label}</legend>
      {/* Above the days: their first one takes the focus, and below them it is off a phone's screen. */}
      <FieldMessage id={ERROR_ID}>{error}</FieldMessage>
      <ul className="space-y-1">
        {WEEK.map((day) => {
          const open = value.days.find((one) => one.day === day);
          const name = t(`day.${day}`);
          return (
            <li key={day} className="flex flex-wrap items-center gap-x-3">
              <Checkbox
                className="w-full sm:w-32"
                label={name}
                checked={open !== undefined}
                onChange={({ target }) => put(day, target.checked ? {} : null)}
              />
              {open
                ? (["from", "to"] as const).map((end) => (
                    <Field
                      key={end}
                      hideLabel
                      label={t(end, { day: name })}
                      className="min-w-0 flex-1"
                    >
                      <TextInput
                        name={`supportHours.${day}.${end}`}
                        inputMode="numeric"
                        autoComplete="off"
                        maxLength={5}
                        value={open[end]}
                        onChange={({ target }) => put(day, { [end]: target.value })}
                      />
                    </Field>
                  ))
                : null}
            </li>
          );
        })}
      </ul>
      <Field label={t("zone")} className="mt-2">
        <Select
          value={value.zone}
          onChange={({ target }) => onChange({ ...value, zone: target.value })}
        >
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {zone}
            </option>
          ))}
        </Select>
      </Field>
      <p className="mt-1 text-caption text-text-2">{hint}</p>
    </fieldset>
  );
}
