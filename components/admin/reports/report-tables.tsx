"use client";

import { useTranslations } from "next-intl";
import { formatUtc } from "@/lib/platform/ui/date-time";
import { formatAmount, UNKNOWN } from "@/lib/platform/ui/format";
import type { ReportPeriodDto, ReportResponse } from "@/lib/reports/schema";
import { type Figure, houseFigures, isZero, MONEY, owedFigures, sumOf } from "./report-figures";
import { type ReportColumn, ReportTable } from "./report-table";

type Headings = "money" | "house" | "owed";

/** All tables of a report. The gold that the house gave or got stands apart: currencies are never added. */
export function ReportTables({ report }: { report: ReportResponse }) {
  const t = useTranslations("staffReports");
  const { periods } = report;
  const nameOf = usePeriodName(report);
  const columnsOf = useFigureColumns(periods);
  const times = useTimeColumns();
  const gold = houseFigures("XAUT");
  const hasGold = periods.some((period) => gold.some(({ of }) => !isZero(of(period))));
  const table = { periods, nameOf };
  return (
    <>
      <ReportTable
        {...table}
        caption={t("money.title")}
        columns={columnsOf("money", MONEY, true)}
      />
      <ReportTable
        {...table}
        caption={t("house.title", { currency: "USDT" })}
        hint={t("house.hint")}
        columns={columnsOf("house", houseFigures("USDT"), true)}
      />
      {hasGold ? (
        <ReportTable
          {...table}
          caption={t("house.title", { currency: "XAUT" })}
          columns={columnsOf("house", gold, true)}
        />
      ) : null}
      {(["USDT", "XAUT"] as const).map((currency) => (
        <ReportTable
          key={currency}
          {...table}
          caption={t("owed.title", { currency })}
          columns={columnsOf("owed", owedFigures(currency), false)}
        />
      ))}
      <ReportTable {...table} caption={t("times.title")} hint={t("times.hint")} columns={times} />
    </>
  );
}

/** How a period is called. */
function usePeriodName({ by }: ReportResponse) {
  const t = useTranslations("staffReports");
  return ({ from, to, isComplete }: ReportPeriodDto) => {
    const day = (text: string) => formatUtc(text, { style: "date" });
    const name =
      by === "day"
        ? day(from)
        : by === "week"
          ? t("week", { from: day(from), to: day(to) })
          : // "1 Nov 2026" without its day.
            day(from).replace(/^\d+ /, "");
    return isComplete ? name : t("soFar", { period: name });
  };
}

/** Columns of money. */
function useFigureColumns(periods: readonly ReportPeriodDto[]) {
  const t = useTranslations("staffReports");
  return (table: Headings, figures: readonly Figure[], hasSums: boolean): ReportColumn[] => {
    const hasSeveral = new Set(figures.map(({ currency }) => currency)).size > 1;
    return figures.map((figure) => {
      const { key, currency, of } = figure;
      const heading = t(`${table}.columns.${key}` as Parameters<typeof t>[0]);
      return {
        key: `${key} ${currency}`,
        header: hasSeveral ? t("inCurrency", { name: heading, currency }) : heading,
        cell: (period) => formatAmount(of(period), currency, { unit: false }),
        sum: hasSums ? formatAmount(sumOf(figure, periods), currency, { unit: false }) : undefined,
        strong: figure.isTotal,
        isEmpty: (period) => isZero(of(period)),
      };
    });
  };
}

/** How long requests waited. */
function useTimeColumns(): ReportColumn[] {
  const t = useTranslations("staffReports.times");
  const wait = (seconds: number | null) => {
    if (seconds === null) return UNKNOWN;
    const [minutes, hours, days] = [60, 3_600, 86_400].map((unit) => Math.floor(seconds / unit));
    if (days) return t("days", { days, hours: (hours ?? 0) % 24 });
    if (hours) return t("hours", { hours, minutes: (minutes ?? 0) % 60 });
    return minutes ? t("minutes", { minutes }) : t("seconds", { seconds });
  };
  return (["deposits", "withdrawals"] as const).flatMap((kind): ReportColumn[] => {
    const of = ({ decisions }: ReportPeriodDto) => decisions[kind];
    const isEmpty = (period: ReportPeriodDto) => of(period).count === 0;
    return [
      { key: `${kind} count`, header: t(`${kind}.count`), cell: (one) => of(one).count, isEmpty },
      {
        key: `${kind} median`,
        header: t(`${kind}.median`),
        cell: (one) => wait(of(one).medianSeconds),
        isEmpty,
      },
      {
        key: `${kind} p95`,
        header: t(`${kind}.p95`),
        cell: (one) => wait(of(one).p95Seconds),
        isEmpty,
      },
    ];
  });
}
