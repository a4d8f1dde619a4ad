"use client";

import { useTranslations } from "next-intl";
import { AreaTrend } from "@/components/charts/trends";
import { SimulatedPill } from "@/components/ui/display/pill";
import { QueryError } from "@/components/ui/display/query-state";
import { Loading, Skeleton } from "@/components/ui/display/skeleton";
import { Tabs } from "@/components/ui/tabs";
import { useDateTime, useZoneName } from "@/components/ui/time/use-date-time";
import type { AiOrder } from "@/lib/ai/client";
import { useBacktest } from "@/lib/ai/runs-client";
import type { Backtest } from "@/lib/ai/schema";
import { percentOf, subtractDecimal } from "@/lib/platform/ui/decimal";
import { formatAmount, formatPercent, formatRate } from "@/lib/platform/ui/format";
import { BacktestFigures } from "./backtest-figures";
import type { StrategyInfo } from "./param-fields";
import { ratioText } from "./percent";

const PARTS = ["whole", "inSample", "outOfSample"] as const;
const CHART_HEIGHT = 220;

/** How the rules would have done on recorded prices, with costs, beside buying and holding. */
export function BacktestResult({ order, strategy }: { order: AiOrder; strategy: StrategyInfo }) {
  const t = useTranslations("ai.backtest");
  const test = useBacktest(order);
  return (
    <section aria-labelledby="backtest" className="mt-6 space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id="backtest" className="font-semibold">
          {t("title")}
        </h3>
        {test.data?.simulated ? <SimulatedPill>{t("simulated")}</SimulatedPill> : null}
      </div>
      {test.data && !test.isError ? <Result backtest={test.data} busy={test.isFetching} /> : null}
      {test.isPending && !test.isError ? (
        <Loading label={t("loading", { name: strategy.name })}>
          <Skeleton className="h-96" />
        </Loading>
      ) : null}
      <QueryError query={test} />
    </section>
  );
}

/** One sentence: behind or ahead of buying and holding, and by how much. */
function useVerdict({ whole, amount }: Backtest): string {
  const t = useTranslations("ai.backtest");
  const { strategy, buyAndHold } = whole;
  const difference = subtractDecimal(strategy.endValue, buyAndHold.endValue);
  const isBehind = difference.startsWith("-");
  return t(isBehind ? "behind" : "ahead", {
    amount: formatAmount(amount, "USDT"),
    result: formatAmount(strategy.profit, "USDT", { sign: true }),
    held: formatAmount(buyAndHold.profit, "USDT", { sign: true }),
    loss: ratioText(strategy.maxDrawdown),
  });
}

function Result({ backtest, busy }: { backtest: Backtest; busy: boolean }) {
  const formatDateTime = useDateTime();
  const t = useTranslations("ai.backtest");
  const verdict = useVerdict(backtest);
  const { costs, whole, recorded } = backtest;
  return (
    <div aria-busy={busy || undefined} className="space-y-4">
      {recorded ? <p className="text-caption text-text-2">{t("recorded", recorded)}</p> : null}
      <p>{verdict}</p>
      <Tabs
        label={t("parts")}
        tabs={PARTS.map((part) => ({
          value: part,
          label: t(`part.${part}`),
          content: <BacktestFigures part={backtest[part]} caption={t(`part.${part}`)} />,
        }))}
      />
      <AreaTrend
        title={t("chart")}
        summary={t("chartSummary", {
          from: formatDateTime(whole.from, { style: "date" }),
          to: formatDateTime(whole.to, { style: "date" }),
          result: ratioText(whole.strategy.totalReturn, { sign: true }),
          held: ratioText(whole.buyAndHold.totalReturn, { sign: true }),
        })}
        series={[
          { key: "strategy", label: backtest.name },
          { key: "buyAndHold", label: t("buyAndHold") },
        ]}
        points={backtest.equity.map(({ at, strategy, buyAndHold }) => ({
          label: formatDateTime(at),
          values: {
            strategy: percentOf(subtractDecimal(strategy, backtest.amount), backtest.amount),
            buyAndHold: percentOf(subtractDecimal(buyAndHold, backtest.amount), backtest.amount),
          },
        }))}
        labelHeader={t("time", { zone: useZoneName() })}
        format={(value) => formatPercent(value, { sign: true })}
        height={CHART_HEIGHT}
      />
      <p className="text-caption text-text-2">
        {t("costs", {
          fee: formatRate(costs.feeRate),
          slippage: formatRate(costs.slippageRate),
          rule: costs.rule,
        })}
      </p>
      <p className="font-medium">{t("noPromise")}</p>
    </div>
  );
}
