"use client";

import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { type CSSProperties, type ReactNode, type RefObject, useMemo } from "react";
import { Skeleton } from "@/components/ui/display/skeleton";
import { lazyPart } from "@/components/ui/overlays/lazy-part";
import { useShownZone } from "@/components/ui/time/use-date-time";
import { formatDateTime, nameOfZone, UTC } from "@/lib/platform/ui/date-time";
import { formatPercent, formatPrice } from "@/lib/platform/ui/format";
import { type Candle, mergeCandles, summariseCandles, withLive } from "./candle";
import type { ChartHandle } from "./candle-canvas";
import type { ChartChoices } from "./chart-choices";
import type { PriceLine } from "./chart-drawing";
import { indicatorKinds } from "./indicators/indicator-rules";
import { useStudies } from "./indicators/use-studies";
import type { Mark } from "./lines/chart-lines";
import type { DrawnLine } from "./lines/line-rules";
import { useTableColumns } from "./table-columns";
import { TableToggle } from "./table-toggle";

/** Fills what the drawing will take, so that nothing moves when it comes. */
const Waiting = () => <Skeleton className="absolute inset-0" />;
const CandleCanvas = lazyPart(
  () => import("./candle-canvas").then((file) => file.CandleCanvas),
  Waiting,
);

/** Their candles begin with a day of UTC. */
const LONG_INTERVALS = ["1d", "1w"];
/** Its candles are seconds. */
const TICK = "tick";
const TABLE_ROWS = 50;
const PANE_PX = 90;
const RESERVED = "min-h-[calc(max(220px,42svh)+var(--panes))] lg:min-h-[420px]";

/** How high the drawing is, by `fill`. */
const FILLS: Record<string, { figure?: string; drawing: string; caption?: string }> = {
  false: { drawing: RESERVED },
  true: { figure: "flex min-h-0 flex-1 flex-col", drawing: "min-h-[160px] flex-1" },
  desk: {
    figure: "desk:flex desk:min-h-0 desk:flex-1 desk:flex-col",
    drawing: clsx(RESERVED, "desk:min-h-[160px] desk:flex-1"),
    // The table under both, with a part of the drawing still in sight.
    caption:
      "desk:mt-0 desk:grid desk:grid-cols-[1fr_auto] desk:items-center desk:gap-x-4 desk:[&>section]:col-span-2 desk:[&>section]:max-h-48",
  },
};
const NO_LINES: readonly PriceLine[] = [];
const NO_MARKS: readonly Mark[] = [];
const NOTHING = () => {};

export interface CandleChartProps {
  /** In time order. Keep the same array while it does not change: a new one redraws all. */
  candles: readonly Candle[];
  /** The candle being built; each new object updates one candle. */
  live?: Candle | null;
  /** How it is drawn, and with which indicators. */
  choices: ChartChoices;
  /** Horizontal lines, e.g. entries of open options. Keep the same array while unchanged. */
  lines?: readonly PriceLine[];
  /** Lines that can be dragged. Keep the same array while unchanged. */
  marks?: readonly Mark[];
  /** Told when one of them was let go at another place. */
  onMoved?: (mark: Mark, line: DrawnLine) => void;
  /** The interval, or `tick`; another one shows the newest candles again. */
  interval: string;
  /** Grey: these candles are old. */
  stale?: boolean;
  /** Candles are not here yet. */
  loading?: boolean;
  /** There are none because they could not be loaded: their place stays. */
  failed?: boolean;
  /** What could not be loaded, in the place of the candles or above them. */
  failure?: ReactNode;
  /** Called while the first candle is in sight or near: those before it are wanted. */
  onNearStart?: () => void;
  /** Moves the chart, once it is drawn. */
  handle?: RefObject<ChartHandle | null>;
  /** As high as its place allows: in a full screen. `desk` where a workspace has room. */
  fill?: boolean | "desk";
  className?: string;
}

/**
 * Candles: hollow up, filled down. The drawing is hidden from assistive technology, which gets
 * a sentence and a table instead. On phones nearly half of the window high, at least 220 px, and more with
 * indicators; 420 on desktop; reserved from the start.
 */
export function CandleChart({
  candles,
  live = null,
  lines = NO_LINES,
  marks = NO_MARKS,
  onMoved = NOTHING,
  interval,
  stale = false,
  loading = false,
  failed = false,
  failure = null,
  onNearStart = NOTHING,
  choices,
  handle,
  fill = false,
  className,
}: CandleChartProps) {
  const zone = useShownZone();
  // A day of candles is a day of UTC.
  const axisZone = LONG_INTERVALS.includes(interval) ? UTC : zone;
  const t = useTranslations("ui.chart");
  const isTick = interval === TICK;
  const studies = useStudies(candles, choices.indicators);
  const columns = useTableColumns(candles, live, choices.hasVolume, studies);
  const merged = useMemo(() => mergeCandles(candles), [candles]);
  const summary = summariseCandles(withLive(merged ? [merged] : [], live));
  const panes = new Set(choices.indicators.map(({ kind }) => indicatorKinds[kind].pane)).size;
  const count = candles.length + (live ? 1 : 0);
  return (
    <figure
      className={clsx("min-w-0", FILLS[String(fill)]?.figure, className)}
      aria-busy={loading || undefined}
    >
      <div
        className={clsx("relative", FILLS[String(fill)]?.drawing)}
        // On a phone the panes and the legend above would else leave nothing of the price.
        style={{ "--panes": `${panes * PANE_PX}px` } as CSSProperties}
      >
        {loading ? (
          <Waiting />
        ) : failed ? null : (
          <CandleCanvas
            candles={candles}
            live={live}
            lines={lines}
            marks={marks}
            onMoved={onMoved}
            choices={choices}
            studies={studies}
            handle={handle}
            viewKey={interval}
            timeZone={axisZone}
            stale={stale}
            onNearStart={onNearStart}
          />
        )}
        {failure}
      </div>
      <figcaption
        className={clsx("mt-2 space-y-1 text-caption text-text-2", FILLS[String(fill)]?.caption)}
      >
        <p className="min-h-[2lh] lg:min-h-[1lh]">
          {summary
            ? t("summary", {
                last: formatPrice(summary.last),
                high: formatPrice(summary.high),
                low: formatPrice(summary.low),
                change: `${formatPrice(summary.change, { sign: true })} (${formatPercent(summary.changePercent, { sign: true })})`,
                since: formatDateTime(summary.sinceMs, axisZone, { zone: true }),
              })
            : loading
              ? t("loading")
              : failed
                ? null
                : t("summaryEmpty")}
        </p>
        {failed ? null : (
          <TableToggle
            caption={t(isTick ? "captionTicks" : "caption", {
              count: Math.min(TABLE_ROWS, count),
            })}
            headers={[
              t("time", { zone: nameOfZone(axisZone) }),
              ...columns.map(({ name }) => name),
            ]}
            rows={() =>
              withLive(candles, live)
                .slice(-TABLE_ROWS)
                .map((candle, row, { length }) => [
                  formatDateTime(candle.time * 1000, axisZone, {
                    style: isTick ? "timeSeconds" : undefined,
                  }),
                  ...columns.map(({ textOf }) => textOf(candle, count - length + row)),
                ])
                .reverse()
            }
          />
        )}
      </figcaption>
    </figure>
  );
}
