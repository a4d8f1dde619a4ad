"use client";

import { useTranslations } from "next-intl";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import type { OptionResultDto } from "@/lib/overview/schema";
import { formatRate } from "@/lib/platform/ui/format";

/** How often options were won, beside what it would have to be for the house to gain nothing. */
export function OverviewWinRates({ results }: { results: OptionResultDto[] }) {
  const t = useTranslations("staffOverview.winRates");
  return (
    <Card aria-labelledby="win-rates">
      <SectionTitle id="win-rates">{t("title")}</SectionTitle>
      <p className="text-text-2">{results.length === 0 ? t("none") : t("explained")}</p>
      <KeyValueRows
        rows={results.map((one) => ({
          id: `${one.seconds} ${one.payoutRate}`,
          label: t("of", { seconds: one.seconds, payout: formatRate(one.payoutRate) }),
          value: t("won", {
            rate: formatRate(one.winRate),
            count: one.decided,
            low: formatRate(one.low),
            high: formatRate(one.high),
            breakEven: formatRate(one.breakEven),
          }),
          stacked: true,
          strong: one.isAbove,
        }))}
      />
    </Card>
  );
}
