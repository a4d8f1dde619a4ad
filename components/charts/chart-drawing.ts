import {
  AreaSeries,
  type AutoscaleInfo,
  CandlestickSeries,
  ColorType,
  createChart,
  type DeepPartial,
  HistogramSeries,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  type TimeChartOptions,
  type UTCTimestamp,
} from "lightweight-charts";
import { type Candle, withLive } from "./candle";
import type { ChartLook } from "./chart-choices";
import { indicatorKinds } from "./indicators/indicator-rules";
import type { IndicatorValues } from "./indicators/indicators";
import { dashOf, type Study, tokenOf } from "./indicators/study";
import { ChartLines, type Mark } from "./lines/chart-lines";
import { type LineLabel, LineLabels } from "./lines/line-labels";
import type { DrawnLine } from "./lines/line-rules";
import { readToken } from "./tokens";

export interface PriceLine {
  id: string;
  /** Decimal string. */
  price: string;
  /** With its price, for the list of all lines: "Entry 3,984.10". */
  name: string;
  /** What it is, for the chart, whose axis has the price: "Entry". */
  label: string;
  /** The chart shows so much that this line is in sight. */
  isKeptInSight?: boolean;
  /** Why it can't be dragged, where one would want to. */
  note?: string;
}

type Main = ISeriesApi<"Candlestick"> | ISeriesApi<"Line"> | ISeriesApi<"Area">;
type Plot = ISeriesApi<"Line"> | ISeriesApi<"Histogram">;
interface DrawnStudy {
  study: Study;
  index: number;
  plots: Plot[];
}

/** What a chart is drawn from. Keep the same arrays while they do not change: new ones redraw all. */
interface ChartData {
  /** Finished candles in time order. */
  candles: readonly Candle[];
  /** The candle that runs. */
  live: Candle | null;
  /** The chosen indicators over `candles`. */
  studies: readonly Study[];
  /** What those are at the running candle, in their order. */
  liveValues: readonly IndicatorValues[];
}

const PRICE_FORMAT = { type: "price", precision: 2, minMove: 0.01 } as const;
/** Volume takes the lowest part of the pane of the price. */
const VOLUME_TOP = 0.82;
/** Fewer candles than this are not worth a chart. */
const MIN_IN_SIGHT = 10;
const RSI_MARKS = [70, 30];
const STYLES = { solid: LineStyle.Solid, dashed: LineStyle.Dashed, dotted: LineStyle.Dotted };

const timeOf = ({ time }: Candle) => time as UTCTimestamp;

// Drawing alone may use floating point: nothing is computed from these numbers.
function toPoint(candle: Candle) {
  return {
    time: timeOf(candle),
    open: Number(candle.open),
    high: Number(candle.high),
    low: Number(candle.low),
    close: Number(candle.close),
    value: Number(candle.close),
  };
}
const toVolume = (candle: Candle) => ({ time: timeOf(candle), value: Number(candle.volume ?? 0) });

function chartColours(): DeepPartial<TimeChartOptions> {
  const line = readToken("line");
  const control = readToken("control");
  return {
    layout: {
      background: { type: ColorType.Solid, color: readToken("surface") },
      textColor: readToken("text-2"),
      panes: { separatorColor: line, separatorHoverColor: control },
    },
    grid: { vertLines: { color: line }, horzLines: { color: line } },
    crosshair: {
      vertLine: { color: control, labelBackgroundColor: control },
      horzLine: { color: control, labelBackgroundColor: control },
    },
  };
}

/** The colours of the price, whichever way it is drawn. */
function mainColours() {
  const up = readToken("up");
  const down = readToken("down");
  const text = readToken("text");
  return {
    upColor: readToken("surface"),
    borderUpColor: up,
    wickUpColor: up,
    downColor: down,
    borderDownColor: down,
    wickDownColor: down,
    color: text,
    lineColor: text,
    topColor: `${text}3d`,
    bottomColor: `${text}00`,
  };
}

/** The drawing of one chart. It is told what to show; what it was told last stays. */
export class ChartDrawing {
  readonly chart: IChartApi;
  main: Main;
  readonly marks: ChartLines;
  private readonly labels: LineLabels;
  private data: ChartData = { candles: [], live: null, studies: [], liveValues: [] };
  /** Finished candles with the running one. */
  private all: readonly Candle[] = [];
  private lastLine: IPriceLine;
  private lines: readonly PriceLine[] = [];
  private drawnLines: IPriceLine[] = [];
  private volume: ISeriesApi<"Histogram"> | null = null;
  private studies: DrawnStudy[] = [];

  constructor(container: HTMLElement, onMoved: (mark: Mark, line: DrawnLine) => void) {
    const { fontFamily } = getComputedStyle(document.body);
    this.chart = createChart(container, {
      autoSize: true,
      layout: { attributionLogo: false, fontFamily },
      rightPriceScale: { borderVisible: false },
      timeScale: {
        borderVisible: false,
        timeVisible: true,
        // Only ticks have any.
        secondsVisible: true,
        // Neither end can be dragged into an empty box.
        fixLeftEdge: true,
        fixRightEdge: true,
        minBarSpacing: 0.1,
        // Thousands of candles in sight: those that share a pixel are drawn once.
        enableConflation: true,
      },
      // One finger and the wheel scroll the page; sideways drags and pinches move the chart.
      handleScroll: { vertTouchDrag: false, mouseWheel: false },
      handleScale: { mouseWheel: false, axisPressedMouseMove: false },
    });
    this.marks = new ChartLines(this.chart, container, onMoved);
    this.labels = new LineLabels(fontFamily, () => [...this.lineLabels(), ...this.marks.labels()]);
    [this.main, this.lastLine] = this.addMain("candles");
    this.marks.attach(this.main);
    this.labels.attach(this.main);
    this.paint();
  }

  remove(): void {
    this.chart.remove();
  }

  /** Reads the colours anew: the theme may have changed. */
  paint(): void {
    this.chart.applyOptions(chartColours());
    this.main.applyOptions(mainColours());
    this.volume?.applyOptions({ color: readToken("line") });
    for (const line of this.drawnLines) line.applyOptions({ color: readToken("gold-line") });
    for (const { index, plots } of this.studies) {
      const color = readToken(tokenOf(index));
      for (const plot of plots) plot.applyOptions({ color });
    }
    this.marks.repaint();
    this.labels.repaint();
    this.showLast();
  }

  setLook(look: ChartLook): void {
    const before = this.main;
    [this.main, this.lastLine] = this.addMain(look);
    // Only now: a pane that is left empty goes.
    this.chart.removeSeries(before);
    this.main.setSeriesOrder(this.volume ? 1 : 0);
    this.main.applyOptions(mainColours());
    this.drawnLines = [];
    this.setLines(this.lines);
    this.marks.attach(this.main);
    this.labels.attach(this.main);
    this.drawCandles();
  }

  private addMain(look: ChartLook): [Main, IPriceLine] {
    // The library colours its own last-price line like the body, and hollow bodies have no colour.
    const options = {
      priceFormat: PRICE_FORMAT,
      priceLineVisible: false,
      lastValueVisible: false,
      autoscaleInfoProvider: (original: () => AutoscaleInfo | null) =>
        this.withKeptLines(original()),
    };
    const main =
      look === "candles"
        ? this.chart.addSeries(CandlestickSeries, options)
        : look === "line"
          ? this.chart.addSeries(LineSeries, { ...options, lineWidth: 2 })
          : this.chart.addSeries(AreaSeries, { ...options, lineWidth: 2 });
    const lastLine = main.createPriceLine({
      price: 0,
      lineWidth: 1,
      lineStyle: LineStyle.Dotted,
      lineVisible: false,
      axisLabelVisible: false,
    });
    return [main, lastLine];
  }

  /**
   * Draws this data. Where only the running candle changed it alone is drawn: the library takes no candle that is
   * older than the last one it has, such as that of a longer interval.
   */
  show(data: ChartData): void {
    const before = this.data;
    const last = this.all.at(-1);
    this.data = data;
    const { candles, live, studies, liveValues } = data;
    this.all = withLive(candles, live);
    const isSame = candles === before.candles && studies === before.studies;
    if (isSame && live && live.time >= (last?.time ?? Number.POSITIVE_INFINITY)) {
      this.main.update(toPoint(live));
      this.volume?.update(toVolume(live));
      this.updateStudies(live, liveValues);
      this.showLast();
    } else {
      this.drawCandles();
      this.drawStudies();
    }
    this.marks.setTimes(this.all.map(({ time }) => time));
  }

  private drawCandles(): void {
    this.main.setData(this.all.map(toPoint));
    this.volume?.setData(this.all.map(toVolume));
    this.showLast();
  }

  /** Shows the newest candles at their usual width. */
  reset(): void {
    this.chart.timeScale().resetTimeScale();
  }

  /** Moves what is in sight by a share of its width: to the left below zero. */
  pan(share: number): void {
    const scale = this.chart.timeScale();
    const range = scale.getVisibleLogicalRange();
    if (!range) return;
    const width = range.to - range.from;
    const from = Math.min(
      Math.max(range.from + width * share, 0),
      Math.max(this.data.candles.length - width, 0),
    );
    scale.setVisibleLogicalRange({ from, to: from + width });
  }

  /** Shows more candles, or fewer below one, with the newest that is in sight kept in its place. */
  zoom(factor: number): void {
    const scale = this.chart.timeScale();
    const range = scale.getVisibleLogicalRange();
    if (!range) return;
    const width = Math.max((range.to - range.from) * factor, MIN_IN_SIGHT);
    scale.setVisibleLogicalRange({ from: range.to - width, to: range.to });
  }

  /** The times of the first and the last finished candle in sight; null without any. */
  inSight(): { from: number; to: number } | null {
    const range = this.chart.timeScale().getVisibleLogicalRange();
    if (!range) return null;
    const { candles } = this.data;
    const last = candles.length - 1;
    const from = candles[Math.min(Math.max(Math.ceil(range.from), 0), last)];
    const to = candles[Math.min(Math.max(Math.floor(range.to), 0), last)];
    return from && to ? { from: from.time, to: to.time } : null;
  }

  /** Moves as far as it takes to see the candle at this place. */
  keepInSight(index: number): void {
    const range = this.chart.timeScale().getVisibleLogicalRange();
    if (!range) return;
    const width = range.to - range.from;
    if (index < range.from) this.pan((index - range.from) / width);
    if (index > range.to) this.pan((index - range.to) / width);
  }

  /** Puts the crosshair at a candle. */
  pointAt(candle: Candle): void {
    this.chart.setCrosshairPosition(Number(candle.close), timeOf(candle), this.main);
  }

  private showLast(): void {
    const last = this.all.at(-1);
    if (!last) {
      this.lastLine.applyOptions({ lineVisible: false, axisLabelVisible: false });
      return;
    }
    const tone = Number(last.close) >= Number(last.open) ? "up" : "down";
    this.lastLine.applyOptions({
      price: Number(last.close),
      color: readToken(tone),
      axisLabelTextColor: readToken(`on-${tone}`),
      lineVisible: true,
      axisLabelVisible: true,
    });
  }

  setLines(lines: readonly PriceLine[]): void {
    for (const line of this.drawnLines) this.main.removePriceLine(line);
    this.lines = lines;
    // One line, and one price on the axis, for all that stand at the same price.
    const prices = new Set(lines.map(({ price }) => Number(price)));
    this.drawnLines = [...prices].map((price) =>
      this.main.createPriceLine({
        price,
        color: readToken("gold-line"),
        lineWidth: 1,
        lineStyle: LineStyle.Dashed,
      }),
    );
    this.labels.update();
  }

  private lineLabels(): LineLabel[] {
    return this.lines.map(({ price, label }) => ({
      price: Number(price),
      text: label,
      tone: "own",
    }));
  }

  /** The range of prices on the axis: that of the candles in sight, and of lines that are kept in sight. */
  private withKeptLines(info: AutoscaleInfo | null): AutoscaleInfo | null {
    const kept = this.lines.filter(({ isKeptInSight }) => isKeptInSight);
    if (!info?.priceRange || kept.length === 0) return info;
    const { minValue, maxValue } = info.priceRange;
    const prices = kept.map(({ price }) => Number(price));
    return {
      ...info,
      priceRange: {
        minValue: Math.min(minValue, ...prices),
        maxValue: Math.max(maxValue, ...prices),
      },
    };
  }

  setVolume(isShown: boolean): void {
    if (this.volume) this.chart.removeSeries(this.volume);
    this.volume = isShown
      ? this.chart.addSeries(HistogramSeries, {
          priceScaleId: "",
          priceFormat: { type: "volume" },
          priceLineVisible: false,
          lastValueVisible: false,
          color: readToken("line"),
        })
      : null;
    this.volume?.priceScale().applyOptions({ scaleMargins: { top: VOLUME_TOP, bottom: 0 } });
    this.volume?.setSeriesOrder(0);
    const bottom = isShown ? 1 - VOLUME_TOP + 0.04 : 0.1;
    this.main.priceScale().applyOptions({ scaleMargins: { top: 0.12, bottom } });
    this.drawCandles();
  }

  private drawStudies(): void {
    const { candles, live, studies, liveValues } = this.data;
    const isSame =
      studies.length === this.studies.length &&
      studies.every(({ key }, index) => key === this.studies[index]?.study.key);
    if (!isSame) this.addStudies(studies);
    this.studies = this.studies.map((drawn, index) => ({
      ...drawn,
      study: studies[index] ?? drawn.study,
    }));
    for (const { study, plots } of this.studies) {
      plots.forEach((plot, at) => {
        plot.setData(
          candles.flatMap((candle, index) => {
            const value = study.values[index]?.[at];
            return value === undefined ? [] : [{ time: timeOf(candle), value }];
          }),
        );
      });
    }
    if (live && this.all.at(-1) === live) this.updateStudies(live, liveValues);
  }

  private updateStudies(live: Candle, values: readonly IndicatorValues[]): void {
    this.studies.forEach(({ plots }, index) => {
      plots.forEach((plot, at) => {
        const value = values[index]?.[at];
        if (value !== undefined) plot.update({ time: timeOf(live), value });
      });
    });
  }

  private addStudies(studies: readonly Study[]): void {
    for (const { plots } of this.studies) for (const plot of plots) this.chart.removeSeries(plot);
    const panes: string[] = ["price"];
    this.studies = studies.map((study, index) => {
      const { kind } = study.choice;
      const { pane, plots } = indicatorKinds[kind];
      if (!panes.includes(pane)) panes.push(pane);
      const color = readToken(tokenOf(index));
      const added = plots.map((plot) => {
        const options = { color, priceLineVisible: false, lastValueVisible: false };
        const at = panes.indexOf(pane);
        if (plot === "histogram") return this.chart.addSeries(HistogramSeries, options, at);
        const lineStyle = STYLES[dashOf(index, plot)];
        const line = {
          ...options,
          lineWidth: 1,
          lineStyle,
          crosshairMarkerVisible: false,
        } as const;
        return this.chart.addSeries(LineSeries, line, at);
      });
      if (kind === "rsi") this.frameRsi(added[0]);
      return { study, index, plots: added };
    });
    for (const [index, pane] of this.chart.panes().entries()) {
      pane.setStretchFactor(index === 0 ? 3 : 1);
    }
  }

  /** From 0 to 100, with the two marks that people look at. */
  private frameRsi(plot: Plot | undefined): void {
    plot?.applyOptions({
      autoscaleInfoProvider: () => ({ priceRange: { minValue: 0, maxValue: 100 } }),
    });
    for (const price of RSI_MARKS) {
      plot?.createPriceLine({
        price,
        color: readToken("control"),
        lineWidth: 1,
        lineStyle: LineStyle.Dotted,
        axisLabelVisible: false,
      });
    }
  }
}
