"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { PriceLine } from "@/components/charts/candle-canvas";
import { CandleChart } from "@/components/charts/candle-chart";
import { IntervalBar } from "@/components/charts/interval-bar";
import { ErrorState } from "@/components/ui/display/states";
import { type CandleInterval, candleIntervals } from "@/lib/market/candle-rules";
import { useCandles } from "@/lib/market/client";
import type { Kline } from "@/lib/market/schema";

const INTERVALS = candleIntervals.map((value) => ({ value, label: value }));
const NONE: Kline[] = [];

/** What was drawn before another interval was asked for. */
type Kept = { interval: CandleInterval; klines: readonly Kline[] };

/**
 * Candles with their intervals. What can't be refreshed stays, greyed, with Retry; in the place of an interval that
 * can't be loaded, the one before.
 */
export function PriceChart({ poll, lines }: { poll: boolean; lines?: readonly PriceLine[] }) {
  const t = useTranslations("market");
  const [interval, setInterval] = useState<CandleInterval>("5m");
  const [kept, setKept] = useState<Kept | null>(null);
  const candles = useCandles(interval, { poll });
  const { data } = candles;
  // While such candles are asked for again, the query itself is as if it had never failed.
  const isMissing = data === undefined && candles.errorUpdateCount > 0;
  const shown = isMissing ? kept : { interval, klines: data?.klines ?? NONE };
  const { live, closed } = useSplitCandles(shown?.klines ?? NONE);
  const choose = (next: CandleInterval) => {
    if (data) setKept({ interval, klines: data.klines });
    setInterval(next);
  };
  const missingText = kept
    ? t("intervalFailedKept", { interval, shown: kept.interval })
    : t("intervalFailed", { interval });
  return (
    <div className="space-y-2">
      <IntervalBar bleed intervals={INTERVALS} value={interval} onValueChange={choose} />
      <CandleChart
        candles={closed}
        live={live}
        lines={lines}
        interval={shown?.interval ?? interval}
        stale={candles.isError || isMissing || data?.stale}
        loading={candles.isPending && !isMissing}
        failed={shown === null}
      />
      {candles.isError || isMissing ? (
        <ErrorState
          text={isMissing ? missingText : t("chartFailed")}
          retrying={candles.isFetching}
          onRetry={() => void candles.refetch()}
        />
      ) : null}
    </div>
  );
}

/**
 * The running candle apart from the finished ones, whose array stays the same while only the running
 * one moves: the chart redraws everything for a new array.
 */
function useSplitCandles(klines: readonly Kline[]): {
  closed: readonly Kline[];
  live: Kline | null;
} {
  const [closed, setClosed] = useState<readonly Kline[]>(NONE);
  const next = klines.slice(0, -1);
  const isSame =
    next.length === closed.length &&
    next[0]?.time === closed[0]?.time &&
    next.every((kline, index) => kline === closed[index]);
  if (!isSame) setClosed(next);
  return { closed: isSame ? closed : next, live: klines.at(-1) ?? null };
}
