"use client";

import { useTranslations } from "next-intl";
import { Banner } from "@/components/ui/display/banner";
import { type Step, secondPersonFor } from "@/lib/approvals/alone-rules";
import { useAloneRule } from "@/lib/approvals/client";
import { formatAmount } from "@/lib/platform/ui/format";

/** Says before the press that a step will, or may, wait for a colleague. */
export function SecondPersonNotice({ userId, ...step }: Step & { userId?: string }) {
  const t = useTranslations("staff.secondPerson");
  const rule = useAloneRule(userId).data;
  const need = secondPersonFor(rule, step);
  if (!rule || need === "no") return null;
  return (
    <Banner tone="info" live>
      {need === "yes" ? t("needed") : t("maybe", { left: formatAmount(rule.left, "USDT") })}
    </Banner>
  );
}
