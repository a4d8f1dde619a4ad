"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Field } from "@/components/forms/field";
import { Select } from "@/components/forms/text-input";
import { countryName, pickableCountries } from "./country-names";

export interface CountryPickerProps {
  label: string;
  hint: string;
  error: string | undefined;
  /** Two-letter codes. */
  value: string[];
  disabled: boolean;
  onChange: (value: string[]) => void;
}

/** A set of countries, shown and picked by name. */
export function CountryPicker({
  label,
  hint,
  error,
  value,
  disabled,
  onChange,
}: CountryPickerProps) {
  const t = useTranslations("staffSettings.countries");
  const chosen = [...value].sort((a, b) => countryName(a).localeCompare(countryName(b), "en"));
  const left = pickableCountries.filter((code) => !value.includes(code));
  return (
    <div className="min-w-0">
      <Field label={label} hint={hint} error={error} aside={t("count", { count: value.length })}>
        <Select
          value=""
          disabled={disabled}
          onChange={({ target }) => target.value && onChange([...value, target.value])}
        >
          <option value="">{t("add")}</option>
          {left.map((code) => (
            <option key={code} value={code}>
              {countryName(code)}
            </option>
          ))}
        </Select>
      </Field>
      <ul aria-label={label} className="mt-2 flex flex-wrap gap-1.5">
        {chosen.map((code) => (
          <li key={code}>
            <button
              type="button"
              disabled={disabled}
              className="inline-flex min-h-target items-center gap-1 rounded-full border border-control px-3 text-caption hover:bg-surface-2 disabled:opacity-60"
              onClick={() => onChange(value.filter((each) => each !== code))}
            >
              {countryName(code)}
              <X aria-hidden="true" className="size-3.5" />
              <span className="sr-only">{t("remove")}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
