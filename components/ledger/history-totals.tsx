"use client";

import { useTranslations } from "next-intl";
import { TotalsPending } from "@/components/charts/totals-by-day";
import { TotalsCards } from "@/components/charts/totals-cards";
import type { TransactionQuery } from "@/lib/statements/client";
import { useHistoryTotals } from "@/lib/statements/totals-client";

/** What the changes that a filter shows come to together, and day by day. */
export function HistoryTotals({ query }: { query: TransactionQuery }) {
  const t = useTranslations("transactions.totals");
  const list = useHistoryTotals(query);
  if (list.data === undefined) return <TotalsPending query={list} />;
  const { totals, days } = list.data;
  if (totals.events === 0) return null;
  return (
    <TotalsCards
      counts={[{ label: t("events"), value: totals.events }]}
      amounts={[
        { label: t("change"), of: totals.changes, change: true },
        { label: t("fees"), of: totals.fees },
      ]}
      explained={t("explained")}
      days={days.map(({ day, changes }) => ({ day, of: changes }))}
      dayLabel={t("change")}
      dayTitle={(currency) => t("byDay", { currency })}
      summaryOf={(count) => t("byDayText", count)}
    />
  );
}
