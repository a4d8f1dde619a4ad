"use client";

import { clsx } from "clsx";
import {
  CandlestickSeries,
  ColorType,
  createChart,
  type DeepPartial,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  LineStyle,
  type TimeChartOptions,
  type UTCTimestamp,
} from "lightweight-charts";
import { useEffect, useRef } from "react";
import { axisTimes } from "./axis-times";
import { type Candle, withLive } from "./candle";
import { onTokensChange, readToken } from "./tokens";

export interface PriceLine {
  id: string;
  /** Decimal string. */
  price: string;
  /** Short text at the axis: "Entry". */
  label: string;
}

export interface CandleCanvasProps {
  candles: readonly Candle[];
  live: Candle | null;
  lines: readonly PriceLine[];
  /** Another value shows the newest candles again: the interval. */
  viewKey: string;
  /** The zone of the axis. */
  timeZone: string;
  /** Grey: these candles are old. */
  stale: boolean;
  /** Called, often, while the first candle is in sight or near. */
  onNearStart: () => void;
}

/** So many candles before the first one is seen, those before it are asked for. */
const NEAR_START = 60;

interface Parts {
  chart: IChartApi;
  series: ISeriesApi<"Candlestick">;
  priceLines: IPriceLine[];
  lastLine: IPriceLine;
}

// Drawing alone may use floating point: nothing is computed from these numbers.
function toPoint(candle: Candle) {
  return {
    time: candle.time as UTCTimestamp,
    open: Number(candle.open),
    high: Number(candle.high),
    low: Number(candle.low),
    close: Number(candle.close),
  };
}

function chartColours(): DeepPartial<TimeChartOptions> {
  const line = readToken("line");
  return {
    layout: {
      background: { type: ColorType.Solid, color: readToken("surface") },
      textColor: readToken("text-2"),
    },
    grid: { vertLines: { color: line }, horzLines: { color: line } },
    crosshair: {
      vertLine: { color: readToken("control"), labelBackgroundColor: readToken("control") },
      horzLine: { color: readToken("control"), labelBackgroundColor: readToken("control") },
    },
  };
}

function seriesColours() {
  const up = readToken("up");
  const down = readToken("down");
  return {
    upColor: readToken("surface"),
    borderUpColor: up,
    wickUpColor: up,
    downColor: down,
    borderDownColor: down,
    wickDownColor: down,
  };
}

function create(container: HTMLElement): Parts {
  const chart = createChart(container, {
    autoSize: true,
    layout: { attributionLogo: false, fontFamily: getComputedStyle(document.body).fontFamily },
    rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.1, bottom: 0.1 } },
    timeScale: {
      borderVisible: false,
      timeVisible: true,
      secondsVisible: false,
      // Neither end can be dragged into an empty box.
      fixLeftEdge: true,
      fixRightEdge: true,
    },
    // One finger and the wheel scroll the page; sideways drags and pinches move the chart.
    handleScroll: { vertTouchDrag: false, mouseWheel: false },
    handleScale: { mouseWheel: false, axisPressedMouseMove: false },
  });
  const series = chart.addSeries(CandlestickSeries, {
    priceFormat: { type: "price", precision: 2, minMove: 0.01 },
    // The library colours its own last-price line like the body, and hollow bodies have no colour.
    priceLineVisible: false,
    lastValueVisible: false,
  });
  const lastLine = series.createPriceLine({
    price: 0,
    lineWidth: 1,
    lineStyle: LineStyle.Dotted,
    lineVisible: false,
    axisLabelVisible: false,
  });
  return { chart, series, priceLines: [], lastLine };
}

function showLast({ lastLine }: Parts, last: Candle | undefined): void {
  if (!last) {
    lastLine.applyOptions({ lineVisible: false, axisLabelVisible: false });
    return;
  }
  const tone = Number(last.close) >= Number(last.open) ? "up" : "down";
  lastLine.applyOptions({
    price: Number(last.close),
    color: readToken(tone),
    axisLabelTextColor: readToken(`on-${tone}`),
    lineVisible: true,
    axisLabelVisible: true,
  });
}

/** The candles themselves. Loaded only in the browser, through `CandleChart`. */
export function CandleCanvas(props: CandleCanvasProps) {
  const { candles, live, lines, viewKey, timeZone, stale, onNearStart } = props;
  const container = useRef<HTMLDivElement>(null);
  const parts = useRef<Parts | null>(null);
  const shownKey = useRef<string | null>(null);
  const last = withLive(candles, live).at(-1);
  const repaintLast = useRef(() => {});
  const nearStart = useRef(onNearStart);
  useEffect(() => {
    nearStart.current = onNearStart;
  }, [onNearStart]);

  useEffect(() => {
    if (!container.current) return;
    const created = create(container.current);
    parts.current = created;
    const paint = () => {
      created.chart.applyOptions(chartColours());
      created.series.applyOptions(seriesColours());
      for (const line of created.priceLines) line.applyOptions({ color: readToken("gold-line") });
      repaintLast.current();
    };
    paint();
    created.chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
      if (range && range.from < NEAR_START) nearStart.current();
    });
    const stop = onTokensChange(paint);
    return () => {
      stop();
      parts.current = null;
      shownKey.current = null;
      created.chart.remove();
    };
  }, []);

  useEffect(() => parts.current?.chart.applyOptions(axisTimes(timeZone)), [timeZone]);

  useEffect(() => {
    if (!parts.current) return;
    const { chart, series } = parts.current;
    series.setData(candles.map(toPoint));
    if (shownKey.current !== viewKey && candles.length > 0) {
      shownKey.current = viewKey;
      chart.timeScale().resetTimeScale();
    }
  }, [candles, viewKey]);

  // Also after new candles: they may lack the live one.
  useEffect(() => {
    const closed = candles.at(-1);
    if (live && (!closed || live.time >= closed.time)) parts.current?.series.update(toPoint(live));
  }, [live, candles]);

  useEffect(() => {
    repaintLast.current = () => {
      if (parts.current) showLast(parts.current, last);
    };
    repaintLast.current();
  }, [last]);

  useEffect(() => {
    if (!parts.current) return;
    const { series } = parts.current;
    for (const line of parts.current.priceLines) series.removePriceLine(line);
    parts.current.priceLines = lines.map((line) =>
      series.createPriceLine({
        price: Number(line.price),
        title: line.label,
        color: readToken("gold-line"),
        lineWidth: 1,
        lineStyle: LineStyle.Dashed,
      }),
    );
  }, [lines]);

  return (
    <div
      ref={container}
      aria-hidden="true"
      className={clsx("absolute inset-0 overflow-hidden", stale && "opacity-50 grayscale")}
    />
  );
}
