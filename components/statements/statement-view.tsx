"use client";

import { useTranslations } from "next-intl";
import { EventCell } from "@/components/ledger/transaction-text";
import { WealthChanges } from "@/components/ledger/wealth-changes";
import { HideableAmount } from "@/components/ui/choices/hideable-amount";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { DataList } from "@/components/ui/display/data-list";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { EmptyState } from "@/components/ui/display/states";
import { formatUtc } from "@/lib/platform/ui/date-time";
import { formatPrice } from "@/lib/platform/ui/format";
import type { Statement, WealthLineDto, YearStatement } from "@/lib/statements/schema";
import { BothAmounts } from "./month-list";

const RESULTS = ["option", "trade", "ai", "storage"] as const;

/** What was owned before and after, what it cost and what was realised. */
export function StatementFigures({ statement }: { statement: Statement | YearStatement }) {
  const t = useTranslations("statements");
  const usdt = (value: string, sign = false) => (
    <HideableAmount value={value} currency="USDT" exact sign={sign} />
  );
  return (
    <>
      <Card padding="wide">
        <KeyValueRows
          rows={[
            { label: t("opening"), value: <BothAmounts amounts={statement.opening} /> },
            {
              label: t(statement.soFar ? "balanceSoFar" : "closing"),
              value: <BothAmounts amounts={statement.closing} />,
              strong: true,
            },
            { label: t("fees"), value: <BothAmounts amounts={statement.fees} /> },
            { label: t("spread"), value: usdt(statement.spread) },
          ]}
        />
        <p className="mt-2 text-caption text-text-2">{t("spreadHint")}</p>
      </Card>
      <section>
        <SectionTitle>{t("results.title")}</SectionTitle>
        <Card padding="wide">
          <KeyValueRows
            rows={RESULTS.map((type) => ({
              label: t(`results.${type}`),
              value: usdt(statement.results[type], true),
            }))}
          />
        </Card>
      </section>
    </>
  );
}

/** A month's figures and every change in it, oldest first. */
export function StatementView({ statement }: { statement: Statement }) {
  const t = useTranslations("statements");
  return (
    <>
      <StatementFigures statement={statement} />
      <section>
        <SectionTitle>{t("changes")}</SectionTitle>
        <Changes lines={statement.transactions} />
      </section>
    </>
  );
}

function Changes({ lines }: { lines: WealthLineDto[] }) {
  const t = useTranslations("statements");
  const names = useTranslations("transactions");
  if (lines.length === 0) {
    return (
      <Card padding="none">
        <EmptyState text={t("none")} />
      </Card>
    );
  }
  const prices = (line: WealthLineDto) =>
    line.prices.map((price) => formatPrice(price, { exact: true })).join(" → ");
  const what = (line: WealthLineDto) => <EventCell line={line} />;
  return (
    <DataList
      caption={t("changes")}
      rows={lines}
      rowKey={({ id }) => id}
      columns={[
        { key: "time", header: t("time"), cell: (line) => formatUtc(line.createdAt) },
        { key: "what", header: names("what"), cell: what },
        {
          key: "change",
          header: names("change"),
          numeric: true,
          cell: (line) => <WealthChanges amounts={line.changes} />,
        },
        {
          key: "fee",
          header: names("fee"),
          numeric: true,
          cell: (line) => <WealthChanges amounts={line.fees} sign={false} />,
        },
        { key: "prices", header: t("prices"), numeric: true, cell: prices },
      ]}
      card={(line) => ({
        title: what(line),
        amount: <WealthChanges amounts={line.changes} />,
        meta: formatUtc(line.createdAt, { zone: true }),
        status: prices(line),
      })}
    />
  );
}
