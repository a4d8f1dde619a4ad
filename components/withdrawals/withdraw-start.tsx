"use client";

import { useTranslations } from "next-intl";
import { type CoinLink, CoinLinks } from "@/components/deposits/coin-links";
import { HideableAmount } from "@/components/ui/choices/hideable-amount";
import { Card } from "@/components/ui/display/card";
import { useWithdrawalTerms } from "@/lib/withdrawals/client";
import type { WithdrawalTerms } from "@/lib/withdrawals/schema";
import { PasswordGate } from "./password-gate";

function Balance({ terms: { available, currency } }: { terms: WithdrawalTerms }) {
  const t = useTranslations("withdraw");
  return (
    <div>
      <p className="text-text-2">{t("available", { currency })}</p>
      <HideableAmount value={available} currency={currency} className="font-semibold text-page" />
    </div>
  );
}

/** What can be withdrawn, and in which coin. */
export function WithdrawStart({ coins }: { coins: CoinLink[] }) {
  const t = useTranslations("withdraw");
  const gold = useWithdrawalTerms("XAUT").data;
  return (
    <PasswordGate>
      {(terms) => (
        <>
          <Card padding="wide" className="flex flex-wrap gap-x-8 gap-y-3">
            <Balance terms={terms} />
            {gold ? <Balance terms={gold} /> : null}
          </Card>
          <p className="text-text-2">{t("choose")}</p>
          <CoinLinks label={t("coinsLabel")} coins={coins} />
        </>
      )}
    </PasswordGate>
  );
}
