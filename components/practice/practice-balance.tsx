"use client";

import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/button";
import { HideableAmount, HideBalancesButton } from "@/components/ui/choices/hideable-amount";
import { Card } from "@/components/ui/display/card";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { QueryError } from "@/components/ui/display/query-state";
import { Skeleton } from "@/components/ui/display/skeleton";
import { useBalance } from "@/lib/accounts/client";

/** What there is to practise with. */
export function PracticeBalance() {
  const t = useTranslations("home");
  const balance = useBalance();
  if (balance.data === undefined) {
    return balance.isError ? (
      <Card padding="wide">
        <QueryError query={balance} text={t("balanceFailed")} />
      </Card>
    ) : (
      <Skeleton className="h-[220px]" />
    );
  }
  const { USDT, XAUT, totalUsdt } = balance.data.balances;
  const amount = (value: string, currency: string) => (
    <HideableAmount value={value} currency={currency} />
  );
  return (
    <Card padding="wide" aria-label={t("total")}>
      <div className="flex items-center justify-between">
        <h2 className="text-body text-text-2">{t("total")}</h2>
        <div className="-my-2 -mr-3">
          <HideBalancesButton />
        </div>
      </div>
      <p className="font-semibold text-page">
        <HideableAmount value={totalUsdt} currency="USDT" />
      </p>
      <div className="mt-3">
        <KeyValueRows
          rows={[
            { label: t("availableUsdt"), value: amount(USDT.available, "USDT") },
            { label: t("held"), value: amount(USDT.held, "USDT") },
            { label: t("openStakes"), value: amount(USDT.escrow, "USDT") },
            { label: t("availableXaut"), value: amount(XAUT.available, "XAUT") },
          ]}
        />
      </div>
      <div className="mt-5">
        <ButtonLink href="/trade" wide>
          {t("practise")}
        </ButtonLink>
      </div>
    </Card>
  );
}
