"use client";

import { useTranslations } from "next-intl";
import { HideableAmount } from "@/components/ui/choices/hideable-amount";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { DataList } from "@/components/ui/display/data-list";
import { EmptyState } from "@/components/ui/display/states";
import { formatMonth } from "@/lib/platform/ui/date-time";
import type { YearStatement } from "@/lib/statements/schema";
import { BothAmounts, PeriodLink } from "./month-list";
import { StatementFigures } from "./statement-view";

/** A year's figures, by kind and by month. */
export function YearView({ statement }: { statement: YearStatement }) {
  const t = useTranslations("statements");
  return (
    <>
      <StatementFigures statement={statement} />
      <p className="text-text-2">{t("yearHint")}</p>
      <section>
        <SectionTitle>{t("byKind")}</SectionTitle>
        <Kinds kinds={statement.kinds} />
      </section>
      <section>
        <SectionTitle>{t("byMonth")}</SectionTitle>
        <Months months={statement.months} />
      </section>
    </>
  );
}

function Kinds({ kinds }: { kinds: YearStatement["kinds"] }) {
  const t = useTranslations("statements");
  const names = useTranslations("transactions");
  if (kinds.length === 0) {
    return (
      <Card padding="none">
        <EmptyState text={t("nothingInYear")} />
      </Card>
    );
  }
  type Kind = (typeof kinds)[number];
  const nameOf = ({ type }: Kind) =>
    type === "other" ? names("events.other") : names(`types.${type}`);
  return (
    <DataList
      caption={t("byKind")}
      rows={kinds}
      rowKey={({ type }) => type}
      columns={[
        { key: "kind", header: t("kind"), cell: nameOf },
        { key: "lines", header: t("lines"), numeric: true, cell: ({ lines }) => lines },
        {
          key: "changed",
          header: t("changed"),
          numeric: true,
          cell: ({ changes }) => <BothAmounts amounts={changes} />,
        },
        {
          key: "fees",
          header: t("fees"),
          numeric: true,
          cell: ({ fees }) => <BothAmounts amounts={fees} />,
        },
        {
          key: "result",
          header: t("result"),
          numeric: true,
          cell: ({ result }) =>
            result === null ? "–" : <HideableAmount value={result} currency="USDT" exact sign />,
        },
      ]}
      card={(row) => ({
        title: nameOf(row),
        amount: <BothAmounts amounts={row.changes} />,
        meta: `${t("lines")}: ${row.lines}`,
      })}
    />
  );
}

function Months({ months }: { months: YearStatement["months"] }) {
  const t = useTranslations("statements");
  type Month = (typeof months)[number];
  const link = ({ month, soFar }: Month) => (
    <PeriodLink period={month} name={formatMonth(month)} soFar={soFar} />
  );
  return (
    <DataList
      caption={t("byMonth")}
      rows={months}
      rowKey={({ month }) => month}
      columns={[
        { key: "month", header: t("month"), cell: link },
        { key: "lines", header: t("lines"), numeric: true, cell: ({ lines }) => lines },
        {
          key: "changed",
          header: t("changed"),
          numeric: true,
          cell: ({ changes }) => <BothAmounts amounts={changes} />,
        },
        {
          key: "fees",
          header: t("fees"),
          numeric: true,
          cell: ({ fees }) => <BothAmounts amounts={fees} />,
        },
        {
          key: "closing",
          header: t("closing"),
          numeric: true,
          cell: ({ closing }) => <BothAmounts amounts={closing} />,
        },
      ]}
      card={(row) => ({
        title: link(row),
        amount: <BothAmounts amounts={row.closing} />,
        meta: `${t("lines")}: ${row.lines}`,
      })}
    />
  );
}
