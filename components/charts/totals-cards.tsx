"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { HideableAmount } from "@/components/ui/choices/hideable-amount";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { compareDecimal } from "@/lib/platform/ui/decimal";
import { TotalsByDay } from "./totals-by-day";

const CURRENCIES = ["USDT", "XAUT"] as const;
/** Decimal strings. */
type Amounts = Record<(typeof CURRENCIES)[number], string>;

const isZero = (value: string) => compareDecimal(value, "0") === 0;

/** Totals in each currency beside what each day changed. What is zero is left out. */
export function TotalsCards({
  counts,
  amounts,
  explained,
  days,
  dayLabel,
  dayTitle,
  summaryOf,
}: {
  counts: { label: string; value: number }[];
  /** `change` is one that may be up or down. */
  amounts: { label: string; of: Amounts; change?: boolean }[];
  explained: string;
  days: { day: string; of: Amounts }[];
  /** What a day's values are. */
  dayLabel: string;
  dayTitle: (currency: string) => string;
  summaryOf: (count: { days: number; up: number; down: number }) => string;
}) {
  const t = useTranslations("totals");
  const rows = amounts.flatMap(({ label, of, change = false }) =>
    CURRENCIES.filter((currency) => !isZero(of[currency])).map((currency) => ({
      id: `${label} ${currency}`,
      label,
      value: <HideableAmount value={of[currency]} currency={currency} sign={change} exact />,
      strong: change,
    })),
  );
  const charts = CURRENCIES.map((currency) => ({
    currency,
    bars: days
      .filter(({ of }) => !isZero(of[currency]))
      .map(({ day, of }) => ({ day, value: of[currency] })),
  })).filter(({ bars }) => bars.length > 0);
  return (
    <div className={clsx("grid gap-4", charts.length > 1 ? "lg:grid-cols-3" : "lg:grid-cols-2")}>
      <Card aria-labelledby="totals">
        <SectionTitle id="totals">{t("title")}</SectionTitle>
        <KeyValueRows rows={[...counts, ...rows]} />
        <p className="mt-2 text-caption text-text-2">{explained}</p>
      </Card>
      {charts.map(({ currency, bars }) => (
        <Card key={currency}>
          <TotalsByDay
            title={dayTitle(currency)}
            label={dayLabel}
            currency={currency}
            bars={bars}
            summaryOf={summaryOf}
          />
        </Card>
      ))}
    </div>
  );
}
