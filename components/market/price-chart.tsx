"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import type { PriceLine } from "@/components/charts/candle-canvas";
import { CandleChart } from "@/components/charts/candle-chart";
import { IntervalBar } from "@/components/charts/interval-bar";
import { Button } from "@/components/ui/button";
import { createStoredWord } from "@/components/ui/choices/stored-flag";
import { ErrorState } from "@/components/ui/display/states";
import { type CandleInterval, candleIntervals } from "@/lib/market/candle-rules";
import { useCandles } from "@/lib/market/client";
import type { Kline } from "@/lib/market/schema";
import { useCandleHistory } from "./use-candle-history";

const INTERVALS = candleIntervals.map((value) => ({ value, label: value }));
const NONE: Kline[] = [];
const chosen = createStoredWord("chart-interval", candleIntervals, "5m");

/** What was drawn before another interval was asked for. */
type Kept = { interval: CandleInterval; klines: readonly Kline[] };

/**
 * Candles with their intervals. What can't be refreshed stays, greyed, with Retry; in the place of an interval that
 * can't be loaded, the one before.
 */
export function PriceChart({ poll, lines }: { poll: boolean; lines?: readonly PriceLine[] }) {
  const t = useTranslations("market");
  const interval = chosen.useValue();
  const [kept, setKept] = useState<Kept | null>(null);
  const candles = useCandles(interval, { poll });
  const { data } = candles;
  // While such candles are asked for again, the query itself is as if it had never failed.
  const isMissing = data === undefined && candles.errorUpdateCount > 0;
  const history = useCandleHistory(interval, data);
  const shown = isMissing ? kept : { interval, klines: history.klines };
  const { live, closed } = useSplitCandles(shown?.klines ?? NONE);
  const choose = (next: CandleInterval) => {
    if (data) setKept({ interval, klines: history.klines });
    chosen.set(next);
  };
  const missingText = kept
    ? t("intervalFailedKept", { interval, shown: kept.interval })
    : t("intervalFailed", { interval });
  const refetch = () => void candles.refetch();
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
        onNearStart={isMissing ? undefined : history.loadEarlier}
        failure={
          candles.isError || isMissing ? (
            <Failure
              text={isMissing ? missingText : t("chartFailed")}
              isAlone={shown === null}
              retrying={candles.isFetching}
              onRetry={refetch}
            />
          ) : history.hasFailed ? (
            <Failure text={t("earlierFailed")} retrying={false} onRetry={history.retry} />
          ) : null
        }
      />
    </div>
  );
}

interface FailureProps {
  text: ReactNode;
  /** There are no candles beside it. */
  isAlone?: boolean;
  retrying: boolean;
  onRetry: () => void;
}

/** What could not be loaded, inside the chart's place: nothing moves, and Retry is in sight. */
function Failure({ text, isAlone = false, retrying, onRetry }: FailureProps) {
  const t = useTranslations("ui");
  if (isAlone) {
    return (
      <div className="absolute inset-0 grid place-items-center">
        <ErrorState text={text} retrying={retrying} onRetry={onRetry} />
      </div>
    );
  }
  return (
    <div
      role="alert"
      className="absolute inset-x-0 top-0 z-10 flex flex-wrap items-center justify-between gap-x-3 rounded-control border border-line bg-surface px-3 py-1"
    >
      <p className="min-w-0">{text}</p>
      <Button variant="ghost" pending={retrying} pendingLabel={t("retrying")} onClick={onRetry}>
        {t("retry")}
      </Button>
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
