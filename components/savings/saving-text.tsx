import { Lock, LockOpen, type LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { Pill } from "@/components/ui/display/pill";
import { formatRate } from "@/lib/platform/ui/format";
import { type SavingType, yearlyRate } from "@/lib/savings/rules";

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

/** A plan's terms in words. */
export function useSavingText() {
  const t = useTranslations("savings");
  return {
    rate: ({ dailyRate }: Pick<Terms, "dailyRate">) =>
      t("rateADay", { rate: formatRate(dailyRate), yearly: formatRate(yearlyRate(dailyRate)) }),
    term: ({ durationDays }: Pick<Terms, "durationDays">) =>
      durationDays === null ? t("noTerm") : t("days", { count: durationDays }),
    refundRule: ({ type }: Pick<Terms, "type">) => t(`refundRule.${type}`),
  };
}
