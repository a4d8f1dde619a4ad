"use client";

import { useTranslations } from "next-intl";
import { HideableAmount } from "@/components/ui/choices/hideable-amount";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { DataList } from "@/components/ui/display/data-list";
import { EmptyState } from "@/components/ui/display/states";
import { TextLink } from "@/components/ui/text-link";
import { formatMonth } from "@/lib/platform/ui/date-time";
import type { MonthDto } from "@/lib/statements/schema";

/** Both currencies under each other. */
export function BothAmounts({ amounts }: { amounts: MonthDto["opening"] }) {
  return (
    <>
      <HideableAmount value={amounts.USDT} currency="USDT" exact className="block" />
      <HideableAmount value={amounts.XAUT} currency="XAUT" exact className="block" />
    </>
  );
}

interface PeriodListProps<Row> {
  caption: string;
  header: string;
  rows: Row[];
  /** The period in the address of its statement. */
  periodOf: (row: Row) => string;
  nameOf: (row: Row) => string;
}

type Period = Omit<MonthDto, "month">;

interface PeriodLinkProps {
  period: string;
  name: string;
  /** It has not ended yet. */
  soFar: boolean;
}

/** Leads to the statement of a month or a year. */
export function PeriodLink({ period, name, soFar }: PeriodLinkProps) {
  const t = useTranslations("statements");
  return (
    <>
      <TextLink href={`/statements/${period}`}>{name}</TextLink>
      {soFar ? <span className="text-text-2">, {t("soFar")}</span> : null}
    </>
  );
}

/** Periods that have a statement, newest first. */
export function PeriodList<Row extends Period>(props: PeriodListProps<Row>) {
  const { caption, header, rows, periodOf, nameOf } = props;
  const t = useTranslations("statements");
  const link = (row: Row) => (
    <PeriodLink period={periodOf(row)} name={nameOf(row)} soFar={row.soFar} />
  );
  return (
    <DataList
      caption={caption}
      rows={rows}
      rowKey={periodOf}
      columns={[
        { key: "period", header, cell: link },
        {
          key: "opening",
          header: t("opening"),
          numeric: true,
          cell: ({ opening }) => <BothAmounts amounts={opening} />,
        },
        {
          key: "closing",
          header: t("closing"),
          numeric: true,
          cell: ({ closing }) => <BothAmounts amounts={closing} />,
        },
        {
          key: "fees",
          header: t("fees"),
          numeric: true,
          cell: ({ fees }) => <BothAmounts amounts={fees} />,
        },
        { key: "lines", header: t("lines"), numeric: true, cell: ({ lines }) => lines },
      ]}
      card={(row) => ({
        title: link(row),
        amount: <BothAmounts amounts={row.closing} />,
        meta: `${t("lines")}: ${row.lines}`,
      })}
    />
  );
}

/** The months that have a statement. */
export function MonthList({ months }: { months: MonthDto[] }) {
  const t = useTranslations("statements");
  if (months.length === 0) {
    return (
      <Card padding="none">
        <EmptyState text={t("empty")} />
      </Card>
    );
  }
  return (
    <section>
      <SectionTitle>{t("months")}</SectionTitle>
      <PeriodList
        caption={t("caption")}
        header={t("month")}
        rows={months}
        periodOf={({ month }) => month}
        nameOf={({ month }) => formatMonth(month)}
      />
    </section>
  );
}
