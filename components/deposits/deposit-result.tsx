"use client";

import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/button";
import { ResultCard } from "@/components/ui/display/result-card";
import { useRecentDeposits } from "@/lib/deposits/client";
import type { DepositDto } from "@/lib/deposits/schema";
import { DepositDetails } from "./deposit-details";

/** What follows a report: how far it is (live), the number to quote, and when to ask. */
export function DepositResult({ deposit }: { deposit: DepositDto }) {
  const t = useTranslations("deposit.result");
  const { data } = useRecentDeposits();
  const current = data?.find(({ id }) => id === deposit.id) ?? deposit;
  return (
    <ResultCard title={t("title")} text={current.status === "pending" ? t("text") : null}>
      <DepositDetails deposit={current} />
      <ButtonLink href="/" wide variant="outline">
        {t("home")}
      </ButtonLink>
    </ResultCard>
  );
}
