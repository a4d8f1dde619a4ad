"use client";

import { useTranslations } from "next-intl";
import { type CoinLink, CoinLinks } from "@/components/deposits/coin-links";
import { HideableAmount } from "@/components/ui/choices/hideable-amount";
import { Card } from "@/components/ui/display/card";
import { PasswordGate } from "./password-gate";

/** What can be withdrawn, and in which coin. */
export function WithdrawStart({ coins }: { coins: CoinLink[] }) {
  const t = useTranslations("withdraw");
  return (
    <PasswordGate>
      {(terms) => (
        <>
          <Card padding="wide">
            <p className="text-text-2">{t("available")}</p>
            <HideableAmount
              value={terms.available}
              currency="USDT"
              className="font-semibold text-page"
            />
          </Card>
          <p className="text-text-2">{t("choose")}</p>
          <CoinLinks label={t("coinsLabel")} coins={coins} />
        </>
      )}
    </PasswordGate>
  );
}
