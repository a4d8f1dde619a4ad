"use client";

import { useTranslations } from "next-intl";
import { useBalancesHidden } from "@/components/ui/choices/hide-balances";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { QueryError, type QueryErrorProps } from "@/components/ui/display/query-state";
import { Skeleton } from "@/components/ui/display/skeleton";
import { formatUtc } from "@/lib/platform/ui/date-time";
import { compareDecimal } from "@/lib/platform/ui/decimal";
import { formatAmount } from "@/lib/platform/ui/format";
import { type DayBar, DayBars } from "./day-bars";

/** Stands where totals will be until they are there, and says when they can't be loaded. */
export function TotalsPending({ query }: Pick<QueryErrorProps, "query">) {
  const t = useTranslations("totals");
  return query.error ? (
    <Card>
      <QueryError query={query} text={t("failed")} />
    </Card>
  ) : (
    <Skeleton className="h-[220px]" />
  );
}

/**
 * Changes in one currency by UTC day.
 * @param props.summaryOf the sentence about so many days, of which some are above and some below zero
 */
export function TotalsByDay({
  title,
  label,
  currency,
  bars,
  summaryOf,
}: {
  title: string;
  label: string;
  currency: string;
  bars: DayBar[];
  summaryOf: (count: { days: number; up: number; down: number }) => string;
}) {
  const t = useTranslations("totals");
  if (useBalancesHidden()) {
    return (
      <>
        <SectionTitle>{title}</SectionTitle>
        <p className="text-text-2">{t("hidden")}</p>
      </>
    );
  }
  const count = (sign: number) =>
    bars.filter(({ value }) => compareDecimal(value, "0") === sign).length;
  return (
    <DayBars
      title={title}
      summary={summaryOf({ days: bars.length, up: count(1), down: count(-1) })}
      bars={bars}
      label={label}
      dayLabel={t("day")}
      format={(value) => formatAmount(value, currency, { sign: true, unit: false })}
      formatDay={(day) => formatUtc(day, { style: "date" })}
    />
  );
}
