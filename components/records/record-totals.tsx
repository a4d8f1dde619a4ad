"use client";

import { useTranslations } from "next-intl";
import { TotalsPending } from "@/components/charts/totals-by-day";
import { TotalsCards } from "@/components/charts/totals-cards";
import type { RecordFilter } from "@/lib/withdrawals/record-rules";
import { useRecordTotals } from "@/lib/withdrawals/records-client";

/** What the completed deposits and withdrawals of a filter came to together, and day by day. */
export function RecordTotals({ filter }: { filter: RecordFilter }) {
  const t = useTranslations("records.totals");
  const list = useRecordTotals(filter);
  if (list.data === undefined) return <TotalsPending query={list} />;
  const { totals, days } = list.data;
  if (days.length === 0) return null;
  return (
    <TotalsCards
      counts={[
        { label: t("deposits"), value: totals.deposits },
        { label: t("withdrawals"), value: totals.withdrawals },
      ]}
      amounts={[
        { label: t("in"), of: totals.in },
        { label: t("out"), of: totals.out },
        { label: t("fees"), of: totals.fees },
        { label: t("net"), of: totals.net, change: true },
      ]}
      explained={t("explained")}
      days={days.map(({ day, net }) => ({ day, of: net }))}
      dayLabel={t("net")}
      dayTitle={(currency) => t("byDay", { currency })}
      summaryOf={(count) => t("byDayText", count)}
    />
  );
}
