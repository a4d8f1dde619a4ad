"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ChartFrame } from "@/components/charts/chart-frame";
import { useBalancesHidden } from "@/components/ui/choices/hide-balances";
import { HideableAmount, useHideableText } from "@/components/ui/choices/hideable-amount";
import { Card } from "@/components/ui/display/card";
import { ChangeText } from "@/components/ui/display/change-text";
import { QueryState } from "@/components/ui/display/query-state";
import { EmptyState } from "@/components/ui/display/states";
import { Segmented } from "@/components/ui/segmented";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { useMedia } from "@/components/ui/use-media";
import { useUserStats } from "@/lib/accounts/user-stats-client";
import { formatAmount } from "@/lib/platform/ui/format";
import { usePortfolio } from "@/lib/statements/portfolio-client";
import type {
  Portfolio as PortfolioData,
  PortfolioPeriod,
} from "@/lib/statements/portfolio-schema";
import { firstPeriod, sinceFirstValue } from "./since-first-value";
import { ValueLine } from "./value-line";

const PERIODS: PortfolioPeriod[] = ["day", "week", "month", "quarter", "year", "all"];
const HEIGHT = 220;
/** Where the page is broad, as high as what stands beside it. */
const BROAD = "screen and (width >= 90rem)";
const BROAD_HEIGHT = 300;

/** What everything was worth over a period, and what changed it. */
export function Portfolio() {
  const t = useTranslations("home.portfolio");
  const firstFundedAt = useUserStats().data?.firstFundedAt ?? null;
  const [period, setPeriod] = useState(() => firstPeriod(firstFundedAt, Date.now()));
  const portfolio = usePortfolio(period);
  const { data } = portfolio;
  return (
    <Card padding="wide" aria-label={t("title")} className="min-w-0">
      {data === undefined ? (
        <QueryState
          query={portfolio}
          label={t("title")}
          rows={1}
          rowClass="h-72"
          text={t("failed")}
        />
      ) : data.points.length === 0 ? (
        <EmptyState text={t("empty")} />
      ) : (
        <div aria-busy={portfolio.isPlaceholderData || undefined}>
          <Line data={data} />
          <Segmented
            label={t("period")}
            options={PERIODS.map((value) => ({ value, label: t(`periods.${value}`) }))}
            value={period}
            onValueChange={setPeriod}
            look="plain"
            className="mt-3 grid grid-cols-6 gap-1"
          />
          {data.result ? <Result result={data.result} /> : null}
        </div>
      )}
    </Card>
  );
}

function Line({ data: { points: all, result } }: { data: PortfolioData }) {
  const points = sinceFirstValue(all);
  const t = useTranslations("home.portfolio");
  const formatDateTime = useDateTime();
  const isHidden = useBalancesHidden();
  const isBroad = useMedia(BROAD);
  const written = useHideableText();
  const [first] = points;
  const last = points.at(-1);
  const time = (at: string) => formatDateTime(at, { zone: true });
  return (
    <ChartFrame
      title={t("title")}
      summary={t("summary", {
        since: time(first?.at ?? ""),
        from: written(first?.value, "USDT"),
        to: written(last?.value, "USDT"),
        change: written(result?.change, "USDT", { sign: true }),
      })}
      series={[
        { key: "value", label: t("value") },
        { key: "paid", label: t("paid") },
      ]}
      points={points.map(({ at, value, paid }) => ({ label: time(at), values: { value, paid } }))}
      labelHeader={t("time")}
      format={(value) => (isHidden ? written(value, "USDT") : formatAmount(value, "USDT"))}
      height={isBroad ? BROAD_HEIGHT : HEIGHT}
      draw={(width, height) =>
        isHidden ? null : <ValueLine points={points} width={width} height={height} />
      }
    />
  );
}

/** What the change is made of: its parts add up to it. */
function Result({ result }: { result: NonNullable<PortfolioData["result"]> }) {
  const t = useTranslations("home.portfolio");
  const parts = ["gold", "options", "interest", "commission", "fees"] as const;
  const amount = (value: string) => (
    <HideableAmount value={value} currency="USDT" sign unit={false} />
  );
  return (
    <dl className="mt-4 grid grid-cols-2 gap-3 border-line border-t pt-3 sm:grid-cols-3 lg:grid-cols-6">
      <div>
        <dt className="text-caption text-text-2">{t("change")}</dt>
        <dd className="font-semibold">
          <ChangeText value={result.change} percent={result.percent} text={amount(result.change)} />
        </dd>
      </div>
      {parts.map((part) => (
        <div key={part}>
          <dt className="text-caption text-text-2">{t(`parts.${part}`)}</dt>
          <dd className="font-semibold">{amount(result[part])}</dd>
        </div>
      ))}
    </dl>
  );
}
