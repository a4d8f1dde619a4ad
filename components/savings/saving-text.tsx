import { Lock, LockOpen, type LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { Pill } from "@/components/ui/display/pill";
import { formatRate } from "@/lib/platform/ui/format";
import { type AutoRenew, type SavingType, yearlyRate } from "@/lib/savings/rules";
import type { SavingRecordDto } from "@/lib/savings/schema";

const ICONS: Record<SavingType, LucideIcon> = { fixed: Lock, flexible: LockOpen };

/** Fixed or flexible, as icon and word. */
export function SavingTypePill({ type }: { type: SavingType }) {
  const t = useTranslations("savings.types");
  return (
    <Pill tone={type === "fixed" ? "neutral" : "info"} icon={ICONS[type]}>
      {t(type)}
    </Pill>
  );
}

type Terms = { type: SavingType; dailyRate: string; durationDays: number | null };

type Renewal = { autoRenew: AutoRenew; minDailyRate?: string | null | undefined };

/** A plan's terms in words. */
export function useSavingText() {
  const t = useTranslations("savings");
  return {
    rate: ({ dailyRate }: Pick<Terms, "dailyRate">) =>
      t("rateADay", { rate: formatRate(dailyRate), yearly: formatRate(yearlyRate(dailyRate)) }),
    term: ({ durationDays }: Pick<Terms, "durationDays">) =>
      durationDays === null ? t("noTerm") : t("days", { count: durationDays }),
    /** What becomes of it when it matures. */
    renewal: ({ autoRenew, minDailyRate }: Renewal) => {
      const choice = t(`renewal.options.${autoRenew}`);
      if (autoRenew === "none" || !minDailyRate) return choice;
      return t("renewal.atLeast", { choice, rate: formatRate(minDailyRate) });
    },
    /** Whether one that has ended was renewed, or why not. */
    afterwards: ({ notRenewed, minDailyRate }: SavingRecordDto) =>
      notRenewed === null
        ? t("renewal.renewed")
        : t(`renewal.notRenewed.${notRenewed}`, { least: formatRate(minDailyRate) }),
    refundRule: ({ type }: Pick<Terms, "type">) => t(`refundRule.${type}`),
  };
}
