"use client";

import { useTranslations } from "next-intl";
import { HideableAmount } from "@/components/ui/choices/hideable-amount";
import { Card } from "@/components/ui/display/card";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { usePrice } from "@/lib/market/client";
import { togetherOf } from "@/lib/savings/case-rules";
import type { MySavingsResponse } from "@/lib/savings/schema";

type Totals = MySavingsResponse["totals"];

const CURRENCIES = ["USDT", "XAUT"] as const;

/** What is saved and what it has earned, by currency. */
export function SavingsSummary({ totals }: { totals: Totals }) {
  const t = useTranslations("savings");
  return (
    <div className="grid gap-3 lg:grid-cols-2">
      {CURRENCIES.map((currency) => {
        const { principal, accrued, paidProfit } = totals[currency];
        return (
          <Card key={currency} padding="wide">
            <h2 className="text-body text-text-2">{t("savedIn", { currency })}</h2>
            <HideableAmount
              value={principal}
              currency={currency}
              className="font-semibold text-page"
            />
            <KeyValueRows
              rows={[
                {
                  label: t("accruedSoFar"),
                  value: <HideableAmount value={accrued} currency={currency} exact />,
                },
                {
                  label: t("paidProfit"),
                  value: <HideableAmount value={paidProfit} currency={currency} exact />,
                },
              ]}
            />
          </Card>
        );
      })}
      <Together totals={totals} />
    </div>
  );
}

/** All of it in either currency; without a price there is no such sum. */
function Together({ totals }: { totals: Totals }) {
  const t = useTranslations("savings");
  const together = togetherOf(totals, usePrice().data?.bid ?? null);
  if (!together) return null;
  return (
    <Card padding="wide" className="lg:col-span-2">
      <h2 className="text-body text-text-2">{t("together")}</h2>
      <p>
        <HideableAmount value={together.usdt} currency="USDT" className="font-semibold text-page" />{" "}
        {t.rich("togetherOr", {
          xaut: () => <HideableAmount value={together.xaut} currency="XAUT" />,
        })}
      </p>
      <p className="text-caption text-text-2">{t("togetherText")}</p>
    </Card>
  );
}
