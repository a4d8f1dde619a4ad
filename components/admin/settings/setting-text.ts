"use client";

import { useTranslations } from "next-intl";
import { formatAmount, formatRate } from "@/lib/platform/ui/format";
import type { Settings } from "@/lib/settings/schema";
import type { PlacedSetting } from "@/lib/settings/sections";
import { countryName } from "./country-names";

/** How a setting's value is written where it is compared. */
export function useSettingText() {
  const t = useTranslations("staffSettings");
  return ({ kind, unit }: PlacedSetting, value: unknown): string => {
    switch (kind) {
      case "switch":
        return t(value === true ? "on" : "off");
      case "amount":
        return formatAmount(String(value), "USDT", { exact: true });
      case "rate":
        return `${String(value)} (${formatRate(String(value))})`;
      case "integer":
        return unit ? `${String(value)} ${t(`units.${unit}`)}` : String(value);
      case "durations":
        return (value as Settings["optionDurations"])
          .map(({ seconds, payoutRate }) => `${seconds} s: ${formatRate(payoutRate)}`)
          .join(", ");
      case "countries":
        return (value as string[]).map(countryName).sort().join(", ") || t("none");
      case "coinRates":
        return Object.entries(value as Settings["simulatedRates"])
          .sort()
          .map(([coin, rate]) => `${coin} ${rate}`)
          .join(", ");
      case "supportHours": {
        const { zone, days } = value as Settings["supportHours"];
        const written = days.map(
          ({ day, from, to }) => `${t(`supportHours.day.${day as 1}`)} ${from}–${to}`,
        );
        return written.length > 0 ? `${written.join(", ")} (${zone})` : t("supportHours.always");
      }
      case "text":
      case "longText":
      case "image":
        return String(value) || t("none");
    }
  };
}

/** What a change of a list of countries adds and takes away; null where it is no such list. */
export function countryChange(
  before: unknown,
  after: unknown,
): { added: string[]; removed: string[] } {
  const [old, now] = [before as string[], after as string[]];
  return {
    added: now.filter((code) => !old.includes(code)).map(countryName),
    removed: old.filter((code) => !now.includes(code)).map(countryName),
  };
}
