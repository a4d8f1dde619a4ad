"use client";

import { useTranslations } from "next-intl";
import { TotalsByDay, TotalsPending } from "@/components/charts/totals-by-day";
import { HideableAmount, HideableChange } from "@/components/ui/choices/hideable-amount";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { type KeyValueRow, KeyValueRows } from "@/components/ui/display/key-value-rows";
import { compareDecimal } from "@/lib/platform/ui/decimal";
import { formatAmount, formatRate } from "@/lib/platform/ui/format";
import type { TradeQuery } from "@/lib/trading/client";
import { useOwnRecord } from "@/lib/trading/own-record-client";
import type { OwnRecord } from "@/lib/trading/own-record-schema";

/** What the trades of a filter came to together, and day by day. */
export function RecordTotals({ query }: { query: TradeQuery }) {
  const t = useTranslations("record.totals");
  const common = useTranslations("totals");
  const record = useOwnRecord(query);
  const { data } = record;
  if (data === undefined) {
    return <TotalsPending query={record} />;
  }
  if (data.totals.trades === 0) return null;
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Card aria-labelledby="record-totals">
        <SectionTitle id="record-totals">{common("title")}</SectionTitle>
        <Totals totals={data.totals} />
        <p className="mt-2 text-caption text-text-2">{t("explained")}</p>
      </Card>
      <Card>
        <TotalsByDay
          title={t("byDay")}
          label={t("result")}
          currency="USDT"
          bars={data.days.map(({ day, result }) => ({ day, value: result }))}
          summaryOf={(count) => t("byDayText", count)}
        />
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
