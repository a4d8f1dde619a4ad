"use client";

import { useTranslations } from "next-intl";
import { useBalancesHidden } from "@/components/ui/choices/hide-balances";
import { HideableAmount } from "@/components/ui/choices/hideable-amount";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { formatUtc } from "@/lib/platform/ui/date-time";
import { compareDecimal } from "@/lib/platform/ui/decimal";
import type { SavingRecordDto } from "@/lib/savings/schema";

const BAR_WIDTH = 100;

/** What a saving has earned: the profit that was paid, or what is counted so far. */
const profitOf = (record: SavingRecordDto) => record.paidProfit ?? record.accrued;

/** One currency's savings with the profit of each as a bar: a chart that is a table itself. */
function CurrencyChart({ currency, records }: { currency: string; records: SavingRecordDto[] }) {
  const t = useTranslations("savings.chart");
  const hidden = useBalancesHidden();
  // For drawing only.
  const highest = Math.max(...records.map((record) => Number(profitOf(record))));
  return (
    <Card>
      <table className="w-full text-body">
        <caption className="pb-2 text-left text-text-2">{t("caption", { currency })}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{t("saving")}</th>
            <th scope="col">{t("share")}</th>
            <th scope="col">{t("profit")}</th>
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <tr key={record.id}>
              <th
                scope="row"
                className="py-1.5 pr-3 text-left font-normal [overflow-wrap:anywhere]"
              >
                {record.name}
                <span className="block text-caption text-text-2">
                  {formatUtc(record.startsAt, { style: "date" })}
                </span>
              </th>
              <td className="w-2/5 py-1.5">
                {hidden || highest <= 0 ? null : (
                  <svg
                    aria-hidden="true"
                    viewBox={`0 0 ${BAR_WIDTH} 8`}
                    preserveAspectRatio="none"
                    className="block h-3 w-full"
                  >
                    <rect width={BAR_WIDTH} height="8" className="fill-surface-2" />
                    <rect
                      width={(Number(profitOf(record)) / highest) * BAR_WIDTH}
                      height="8"
                      className="fill-gold-line"
                    />
                  </svg>
                )}
              </td>
              <td className="py-1.5 pl-3 text-right">
                <HideableAmount value={profitOf(record)} currency={currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

/** The profit of several savings beside each other; nothing while there is nothing to compare. */
export function ProfitChart({ records }: { records: SavingRecordDto[] }) {
  const t = useTranslations("savings.chart");
  const earning = records.filter((record) => compareDecimal(profitOf(record), "0") > 0);
  const currencies = [...new Set(earning.map(({ currency }) => currency))];
  if (earning.length < 2) return null;
  return (
    <section aria-labelledby="profit-chart" className="space-y-3">
      <SectionTitle id="profit-chart">{t("title")}</SectionTitle>
      {currencies.map((currency) => (
        <CurrencyChart
          key={currency}
          currency={currency}
          records={earning.filter((record) => record.currency === currency)}
        />
      ))}
    </section>
  );
}
