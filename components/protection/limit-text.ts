import { useTranslations } from "next-intl";
import { formatAmount } from "@/lib/platform/ui/format";
import { type LimitName, limitNames } from "@/lib/protection/names";
import type { OwnLimits } from "@/lib/protection/schema";

/** How a limit reads, such as "Most in one trade: 20.00 USDT". */
export function useLimitText() {
  const t = useTranslations("limits");
  return (name: LimitName, value: string | number | null | undefined): string => {
    const shown = () => {
      if (value === null || value === undefined) return t("none");
      if (typeof value === "string") return formatAmount(value, "USDT", { exact: true });
      return name === "reminderMinutes" ? t("minutes", { count: value }) : String(value);
    };
    return t("line", { name: t(`fields.${name}`), value: shown() });
  };
}

/** Those of some limits that are there, in the order in which they are shown. */
export const namesIn = (limits: Partial<OwnLimits>): LimitName[] =>
  limitNames.filter((name) => limits[name] !== undefined);
