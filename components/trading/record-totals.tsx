"use client";

import { useTranslations } from "next-intl";
import { useBalancesHidden } from "@/components/ui/choices/hide-balances";
import { HideableAmount, HideableChange } from "@/components/ui/choices/hideable-amount";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { type KeyValueRow, KeyValueRows } from "@/components/ui/display/key-value-rows";
import { QueryError } from "@/components/ui/display/query-state";
import { Skeleton } from "@/components/ui/display/skeleton";
import { formatUtc } from "@/lib/platform/ui/date-time";
import { compareDecimal } from "@/lib/platform/ui/decimal";
import { formatAmount, formatRate } from "@/lib/platform/ui/format";
import type { TradeQuery } from "@/lib/trading/client";
import { useOwnRecord } from "@/lib/trading/own-record-client";
import type { OwnRecord } from "@/lib/trading/own-record-schema";
import { DayBars } from "./day-bars";

/** What the trades of a filter came to together, and day by day. */
export function RecordTotals({ query }: { query: TradeQuery }) {
  const t = useTranslations("record.totals");
  const record = useOwnRecord(query);
  const { data } = record;
  if (data === undefined) {
    return record.isError ? (
      <Card>
        <QueryError query={record} text={t("failed")} />
      </Card>
    ) : (
      <Skeleton className="h-[220px]" />
    );
  }
  if (data.totals.trades === 0) return null;
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Card aria-labelledby="record-totals">
        <SectionTitle id="record-totals">{t("title")}</SectionTitle>
        <Totals totals={data.totals} />
        <p className="mt-2 text-caption text-text-2">{t("explained")}</p>
      </Card>
      <Card>
        <Days days={data.days} />
      </Card>
    </div>
  );
}

function Totals({ totals }: { totals: OwnRecord["totals"] }) {
  const t = useTranslations("record.totals");
  const { won, lost, refunded, winRate, result, staked, bought, sold, fees } = totals;
  const isZero = (value: string) => compareDecimal(value, "0") === 0;
  const usdt = (label: string, value: string): KeyValueRow[] =>
    isZero(value) ? [] : [{ label, value: <HideableAmount value={value} currency="USDT" exact /> }];
  const rows: KeyValueRow[] = [
    { label: t("trades"), value: totals.trades },
    {
      label: t("result"),
      value: (
        <HideableChange
          value={result}
          text={formatAmount(result, "USDT", { sign: true, exact: true })}
          currency="USDT"
          className="justify-end"
        />
      ),
      strong: true,
    },
    ...(won + lost + refunded > 0
      ? [
          {
            label: t("winRate"),
            value:
              winRate === null
                ? t("noOptions")
                : t("winRateOf", { rate: formatRate(winRate), won, decided: won + lost }),
          },
        ]
      : []),
    ...usdt(t("staked"), staked),
    ...usdt(t("bought"), bought),
    ...usdt(t("sold"), sold),
    ...usdt(t("fees"), fees),
  ];
  return (
    <>
      <KeyValueRows rows={rows} />
      {isZero(bought) ? null : <p className="mt-2 text-caption text-text-2">{t("resultHint")}</p>}
    </>
  );
}

function Days({ days }: { days: OwnRecord["days"] }) {
  const t = useTranslations("record.totals");
  const hidden = useBalancesHidden();
  if (hidden) {
    return (
      <>
        <SectionTitle>{t("byDay")}</SectionTitle>
        <p className="text-text-2">{t("byDayHidden")}</p>
      </>
    );
  }
  const count = (sign: number) =>
    days.filter(({ result }) => compareDecimal(result, "0") === sign).length;
  return (
    <DayBars
      title={t("byDay")}
      summary={t("byDayText", { days: days.length, up: count(1), down: count(-1) })}
      bars={days.map(({ day, result }) => ({ day, value: result }))}
      label={t("result")}
      dayLabel={t("day")}
      format={(value) => formatAmount(value, "USDT", { sign: true, unit: false })}
      formatDay={(day) => formatUtc(day, { style: "date" })}
    />
  );
}
