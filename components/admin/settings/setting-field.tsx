"use client";

import { useTranslations } from "next-intl";
import { Field, FieldMessage } from "@/components/forms/field";
import { TextArea, TextInput } from "@/components/forms/text-input";
import { Switch } from "@/components/ui/switch";
import { formatRate } from "@/lib/platform/ui/format";
import type { Settings } from "@/lib/settings/schema";
import type { PlacedSetting } from "@/lib/settings/sections";
import { CoinRates } from "./coin-rates";
import { CountryPicker } from "./country-picker";
import { DurationList } from "./duration-list";
import { ImageSetting } from "./image-setting";
import { SupportHours } from "./support-hours";

export interface SettingFieldProps {
  setting: PlacedSetting;
  /** What is typed, or else what is stored; typed numbers that are none yet are texts. */
  value: unknown;
  error: string | undefined;
  disabled: boolean;
  siteName: string;
  onChange: (value: unknown) => void;
}

/** The control of one setting, by its kind. */
export function SettingField(props: SettingFieldProps) {
  const { setting, value, error, disabled, siteName, onChange } = props;
  const t = useTranslations("staffSettings");
  const label = t(`fields.${setting.key}.label`);
  const hint = t(`fields.${setting.key}.hint`);
  const shared = { label, hint, error };
  switch (setting.kind) {
    case "switch":
      return (
        <div>
          <Switch
            label={label}
            checked={value === true}
            onCheckedChange={onChange}
            disabled={disabled}
          />
          <p className="text-caption text-text-2">{hint}</p>
          <FieldMessage id={`${setting.key}-error`}>{error}</FieldMessage>
        </div>
      );
    case "image":
      return (
        <ImageSetting
          {...shared}
          value={String(value)}
          siteName={siteName}
          isIcon={setting.key === "favicon"}
          onChange={onChange}
        />
      );
    case "durations":
      return (
        <DurationList
          {...shared}
          value={value as Settings["optionDurations"]}
          disabled={disabled}
          onChange={onChange}
        />
      );
    case "countries":
      return (
        <CountryPicker
          {...shared}
          value={value as string[]}
          disabled={disabled}
          onChange={onChange}
        />
      );
    case "coinRates":
      return (
        <CoinRates
          {...shared}
          value={value as Settings["simulatedRates"]}
          disabled={disabled}
          onChange={onChange}
        />
      );
    case "supportHours":
      return (
        <SupportHours
          {...shared}
          value={value as Settings["supportHours"]}
          disabled={disabled}
          onChange={onChange}
        />
      );
    case "text":
    case "longText":
    case "amount":
    case "rate":
    case "integer":
      return <TextSetting {...props} {...shared} />;
  }
}

/** A setting that is typed: text, amount, rate or number. */
function TextSetting({
  setting,
  value,
  label,
  hint,
  error,
  disabled,
  onChange,
}: SettingFieldProps & { label: string; hint: string }) {
  const t = useTranslations("staffSettings");
  const { kind, max, shown, unit } = setting;
  const text = String(value);
  const isText = kind === "text" || kind === "longText";
  const control = {
    name: setting.key,
    value: text,
    disabled,
    onChange: (event: { target: { value: string } }) =>
      onChange(kind === "integer" ? readInteger(event.target.value) : event.target.value),
  };
  const aside = max === undefined ? undefined : t("length", { length: text.length, max });
  const tooLong = shown !== undefined && text.length > shown;
  return (
    <Field
      label={label}
      hint={tooLong ? t("shown", { hint, shown }) : hint}
      error={error}
      aside={aside}
    >
      {kind === "longText" ? (
        <TextArea rows={3} {...control} />
      ) : (
        <TextInput
          {...control}
          inputMode={isText ? undefined : kind === "integer" ? "numeric" : "decimal"}
          autoComplete="off"
          end={kind === "rate" ? formatRate(text) : unit && t(`units.${unit}`)}
        />
      )}
    </Field>
  );
}

/** A typed whole number; what is none yet stays as it was typed. */
function readInteger(text: string): number | string {
  return /^\d{1,9}$/.test(text) ? Number(text) : text;
}
