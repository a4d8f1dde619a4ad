"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { useRecentDeposits } from "@/lib/deposits/client";
import type { DepositDto } from "@/lib/deposits/schema";
import { DepositDetails } from "./deposit-details";

/** What follows a report: how far it is (live), the number to quote, and when to ask. */
export function DepositResult({ deposit }: { deposit: DepositDto }) {
  const t = useTranslations("deposit.result");
  const heading = useRef<HTMLHeadingElement>(null);
  const { data } = useRecentDeposits();
  useEffect(() => heading.current?.focus(), []);
  const current = data?.find(({ id }) => id === deposit.id) ?? deposit;
  return (
    <Card padding="wide" className="space-y-4">
      <h2 ref={heading} tabIndex={-1} className="font-semibold text-sheet">
        {t("title")}
      </h2>
      <p className="text-text-2">{t("text")}</p>
      <DepositDetails deposit={current} />
      <ButtonLink href="/" wide variant="outline">
        {t("home")}
      </ButtonLink>
    </Card>
  );
}
