"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { type ReactNode, useMemo, useRef, useState } from "react";
import type { Candle } from "@/components/charts/candle";
import type { ChartHandle } from "@/components/charts/candle-canvas";
import { CandleChart } from "@/components/charts/candle-chart";
import { type ChartChoices, useChartChoices } from "@/components/charts/chart-choices";
import type { PriceLine } from "@/components/charts/chart-drawing";
import { IntervalBar } from "@/components/charts/interval-bar";
import type { Mark } from "@/components/charts/lines/chart-lines";
import { isTrend } from "@/components/charts/lines/line-rules";
import type { NewLine } from "@/components/charts/lines/own-lines";
import { useFullScreen } from "@/components/charts/use-full-screen";
import { Button } from "@/components/ui/button";
import { createStoredWord } from "@/components/ui/choices/stored-flag";
import { ErrorState } from "@/components/ui/display/states";
import { lazyPart } from "@/components/ui/overlays/lazy-part";
import { type CandleInterval, candleIntervals } from "@/lib/market/candle-rules";
import { useCandles, usePrice } from "@/lib/market/client";
import type { Kline } from "@/lib/market/schema";
import { useAlertMarks } from "./use-alert-marks";
import { useCandleHistory } from "./use-candle-history";

const TICK = "tick";
const INTERVALS = candleIntervals.map((value) => ({ value, label: value }));
const NONE: Candle[] = [];
const NO_LINES: readonly PriceLine[] = [];
const chosen = createStoredWord("chart-interval", candleIntervals, "5m");

const ChartTools = lazyPart(
  () => import("@/components/charts/chart-tools").then((file) => file.ChartTools),
  () => <div className="min-h-target" />,
);

const LinesTool = lazyPart(
  () => import("./lines-tool").then((file) => file.LinesTool),
  () => <div className="size-target" />,
);

/** What was drawn before another interval was asked for. */
type Kept = { interval: CandleInterval; klines: readonly Kline[] };

export interface PriceChartProps {
  /** Whose choices of this device it follows. */
  userId: string;
  poll: boolean;
  /** Keep the same array while unchanged. */
  lines?: readonly PriceLine[];
  /** Each recorded price that the page has heard, as candles of a second: one more choice beside the intervals. */
  ticks?: readonly Candle[];
}

/**
 * Candles with their intervals, in a workspace as high as its panel. What can't be refreshed stays, greyed, with Retry; in the place of an interval that
 * can't be loaded, the one before.
 */
export function PriceChart({ userId, poll, lines, ticks }: PriceChartProps) {
  const t = useTranslations("market");
  const charts = useTranslations("charts");
  const interval = chosen.useValue();
  const [isTicking, setTicking] = useState(false);
  const shownTicks = isTicking ? ticks : undefined;
  const [choices, change] = useChartChoices(userId);
  const box = useRef<HTMLDivElement>(null);
  const [isFull, setFull] = useFullScreen(box);
  const handle = useRef<ChartHandle>(null);
  const [kept, setKept] = useState<Kept | null>(null);
  const candles = useCandles(interval, { poll });
  const { data } = candles;
  // While such candles are asked for again, the query itself is as if it had never failed.
  const isMissing = data === undefined && candles.errorUpdateCount > 0;
  const history = useCandleHistory(interval, data);
  const shown = isMissing ? kept : { interval, klines: history.klines };
  const { live, closed } = useSplitCandles(shownTicks ?? shown?.klines ?? NONE);
  const price = usePrice({ poll }).data?.price ?? null;
  const alerts = useAlertMarks(price);
  const marks = useMemo(
    () => [
      ...choices.lines.map((line): Mark => ({ line, tone: "own", label: "" })),
      ...alerts.marks,
    ],
    [choices.lines, alerts.marks],
  );
  const choose = (next: CandleInterval | typeof TICK) => {
    setTicking(next === TICK);
    if (next === TICK) return;
    if (data) setKept({ interval, klines: history.klines });
    chosen.set(next);
  };
  const missingText = kept
    ? t("intervalFailedKept", { interval, shown: kept.interval })
    : t("intervalFailed", { interval });
  const refetch = () => void candles.refetch();
  return (
    <div
      ref={box}
      className={clsx(
        "space-y-2 desk:flex desk:min-h-0 desk:flex-1 desk:flex-col",
        isFull && "fixed inset-0 z-[35] flex flex-col overflow-y-auto bg-surface px-4 py-2",
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <div className="min-w-0 flex-[1_1_352px]">
          <IntervalBar
            bleed
            intervals={ticks ? [{ value: TICK, label: charts("ticks") }, ...INTERVALS] : INTERVALS}
            value={shownTicks ? TICK : interval}
            onValueChange={choose}
          />
        </div>
        <div className="-mx-4 flex-[1_1_280px] sm:-mx-2 sm:flex-none">
          <ChartTools
            choices={choices}
            onChange={change}
            onNow={() => handle.current?.now()}
            isFull={isFull}
            onFullChange={setFull}
          >
            <LinesTool
              lines={choices.lines}
              onChange={(lines) => change({ lines })}
              startOf={() => startOfLine(handle.current, live ?? closed.at(-1))}
              fixed={lines ?? NO_LINES}
              price={price}
            />
          </ChartTools>
        </div>
      </div>
      <CandleChart
        candles={closed}
        live={live}
        lines={lines}
        marks={marks}
        onMoved={({ tone, line: { id } }, line) => {
          if (tone === "own") {
            change({ lines: choices.lines.map((one) => (one.id === id ? line : one)) });
          } else if (!isTrend(line)) void alerts.move(id, line.price.toFixed(2));
        }}
        choices={shownTicks ? withoutCandles(choices) : choices}
        handle={handle}
        fill={isFull || "desk"}
        {...(shownTicks
          ? { interval: TICK }
          : {
              interval: shown?.interval ?? interval,
              stale: candles.isError || isMissing || data?.stale,
              loading: candles.isPending && !isMissing,
              failed: shown === null,
              onNearStart: isMissing ? undefined : history.loadEarlier,
              failure:
                candles.isError || isMissing ? (
                  <Failure
                    text={isMissing ? missingText : t("chartFailed")}
                    isAlone={shown === null}
                    retrying={candles.isFetching}
                    onRetry={refetch}
                  />
                ) : history.hasFailed ? (
                  <Failure text={t("earlierFailed")} retrying={false} onRetry={history.retry} />
                ) : null,
            })}
      />
    </div>
  );
}

/** How ticks are drawn: a second has no candle, and nobody tells the volume of one. */
const withoutCandles = (choices: ChartChoices): ChartChoices => ({
  ...choices,
  look: choices.look === "candles" ? "line" : choices.look,
  hasVolume: false,
});

const HOUR_SECONDS = 3600;

/** Where a new line begins: at the newest price, over the middle of what is in sight. */
function startOfLine(handle: ChartHandle | null, last: Candle | undefined): NewLine | null {
  if (!last) return null;
  // A young site has no finished candle yet.
  const range = handle?.inSight() ?? { from: last.time - HOUR_SECONDS, to: last.time };
  const quarter = Math.round((range.to - range.from) / 4);
  return {
    price: Number(last.close),
    fromTime: range.from + quarter,
    toTime: Math.max(range.to - quarter, range.from + quarter + 60),
  };
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
function useSplitCandles(klines: readonly Candle[]): {
  closed: readonly Candle[];
  live: Candle | null;
} {
  const [closed, setClosed] = useState<readonly Candle[]>(NONE);
  const next = klines.slice(0, -1);
  const isSame =
    next.length === closed.length &&
    next[0]?.time === closed[0]?.time &&
    next.every((kline, index) => kline === closed[index]);
  if (!isSame) setClosed(next);
  return { closed: isSame ? closed : next, live: klines.at(-1) ?? null };
}
