"use client";

import { Field, FieldMessage } from "@/components/forms/field";
import { TextInput } from "@/components/forms/text-input";
import type { Settings } from "@/lib/settings/schema";

type Rates = Settings["simulatedRates"];

export interface CoinRatesProps {
  label: string;
  hint: string;
  error: string | undefined;
  value: Rates;
  disabled: boolean;
  onChange: (value: Rates) => void;
}

/** What one coin is worth in USDT while prices are simulated. */
export function CoinRates({ label, hint, error, value, disabled, onChange }: CoinRatesProps) {
  return (
    <fieldset disabled={disabled} className="min-w-0" data-invalid={error ? "" : undefined}>
      <legend className="mb-1 text-text-2">{label}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {(Object.keys(value) as (keyof Rates)[]).sort().map((coin) => (
          <Field key={coin} label={coin}>
            <TextInput
              name={`simulatedRates.${coin}`}
              inputMode="decimal"
              autoComplete="off"
              end="USDT"
              value={value[coin]}
              onChange={(event) => onChange({ ...value, [coin]: event.target.value })}
            />
          </Field>
        ))}
      </div>
      <FieldMessage id="coin-rates-error">{error}</FieldMessage>
      <p className="mt-1 text-caption text-text-2">{hint}</p>
    </fieldset>
  );
}
