"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { PriceLine } from "@/components/charts/candle-canvas";
import { CandleChart } from "@/components/charts/candle-chart";
import { IntervalBar } from "@/components/charts/interval-bar";
import { ErrorState } from "@/components/ui/states";
import { type CandleInterval, candleIntervals } from "@/lib/market/candle-rules";
import { useCandles } from "@/lib/market/client";
import type { Kline } from "@/lib/market/schema";

const INTERVALS = candleIntervals.map((value) => ({ value, label: value }));
const NONE: Kline[] = [];

/** Candles with their intervals. What can't be refreshed stays, greyed, with Retry. */
export function PriceChart({ poll, lines }: { poll: boolean; lines?: readonly PriceLine[] }) {
  const t = useTranslations("market");
  const [interval, setInterval] = useState<CandleInterval>("5m");
  const candles = useCandles(interval, { poll });
  const { live, closed } = useSplitCandles(candles.data?.klines ?? NONE);
  return (
    <div className="space-y-2">
      <IntervalBar bleed intervals={INTERVALS} value={interval} onValueChange={setInterval} />
      {candles.isError && candles.data === undefined ? null : (
        <CandleChart
          candles={closed}
          live={live}
          lines={lines}
          interval={interval}
          stale={candles.isError || candles.data?.stale}
          loading={candles.isPending}
        />
      )}
      {candles.isError ? (
        <ErrorState
          text={t("chartFailed")}
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
