import { numbersLocale } from "@/lib/platform/ui/reader-locale";
import type { Candle } from "./candle";
import type { ChartLook } from "./chart-choices";
import { Gestures, type Place, type Pointer } from "./drawing/gestures";
import {
  FIRST_SPACING,
  FONT_PX,
  type Layout,
  layoutOf,
  MIN_PANE_PX,
  placeAt,
  placeOf,
  shownPrice,
  sightOf,
} from "./drawing/layout";
import { type Painter, startPainter } from "./drawing/painter";
import {
  type Bars,
  type Change,
  COLUMNS,
  type Crosshair,
  changed,
  newBars,
  type Pane,
  type Picture,
  type Plot,
  type Running,
} from "./drawing/picture";
import { indicatorKinds } from "./indicators/indicator-rules";
import type { IndicatorValues } from "./indicators/indicators";
import { dashOf, type Study, tokenOf } from "./indicators/study";
import { ChartLines, type Mark, reachOf } from "./lines/chart-lines";
import type { DrawnLine } from "./lines/line-rules";
import { readColours } from "./tokens";

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

interface ChartListeners {
  /** A line was let go at another place. */
  onMoved: (mark: Mark, line: DrawnLine) => void;
  /** The opening time of the candle that is pointed at; null without one. */
  onPointed: (time: number | null) => void;
  /** The place of the first candle in sight, whenever it changes; below zero before the first of all. */
  onSight: (from: number) => void;
}

const WEIGHTS = { price: 3, rsi: 1, macd: 1 };
const AXIS_PADDING_PX = 8;
const MIN_AXIS_PX = 48;
const SEPARATOR_REACH = { mouse: 4, touch: 10 };

const runningOf = (live: Candle, values: readonly IndicatorValues[], studies: readonly Study[]) =>
  ({
    ...numbersOf(live),
    values: studies.flatMap(({ choice: { kind } }, index) =>
      indicatorKinds[kind].plots.map((_, plot) => values[index]?.[plot] ?? Number.NaN),
    ),
  }) satisfies Running;

// Drawing alone may use floating point: nothing is computed from these numbers.
const numbersOf = ({ time, open, high, low, close, volume }: Candle) => ({
  time,
  open: Number(open),
  high: Number(high),
  low: Number(low),
  close: Number(close),
  volume: Number(volume ?? 0),
});

function barsOf(candles: readonly Candle[]): Bars {
  const bars = newBars(candles.length);
  for (const [index, candle] of candles.entries()) {
    const numbers = numbersOf(candle);
    for (const column of COLUMNS) bars[column][index] = numbers[column];
  }
  return bars;
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);

/** The panes of some indicators, that of the price first, as high as they were. */
function panesOf(studies: readonly Study[], before: readonly Pane[]): Pane[] {
  const kinds = new Set<Pane["kind"]>(["price"]);
  for (const { choice } of studies) kinds.add(indicatorKinds[choice.kind].pane);
  return [...kinds].map(
    (kind) => before.find((pane) => pane.kind === kind) ?? { kind, weight: WEIGHTS[kind] },
  );
}

function plotsOf(studies: readonly Study[], panes: readonly Pane[], finished: number): Plot[] {
  return studies.flatMap(({ choice: { kind }, values }, index) => {
    const rule = indicatorKinds[kind];
    const pane = panes.findIndex((one) => one.kind === rule.pane);
    return rule.plots.map((plot, at): Plot => {
      const numbers = new Float64Array(finished + 1).fill(Number.NaN);
      for (const [place, value] of values.entries()) numbers[place] = value?.[at] ?? Number.NaN;
      return {
        pane,
        kind: plot === "histogram" ? "histogram" : "line",
        token: tokenOf(index),
        dash: dashOf(index, plot),
        values: numbers,
      };
    });
  });
}

/** The drawing of one chart. It is told what to show; what it was told last stays. */
export class ChartDrawing {
  private picture: Picture;
  private painter: Painter | null = null;
  private layout: Layout | null = null;
  private data: ChartData = { candles: [], live: null, studies: [], liveValues: [] };
  private lines: readonly PriceLine[] = [];
  private readonly marks: ChartLines;
  private readonly gestures: Gestures;
  private readonly observer: ResizeObserver;
  private readonly measure = document.createElement("canvas").getContext("2d");
  /** The separator that is being dragged: the place of the pane below it. */
  private separator: number | null = null;
  private pointed: number | null = null;

  constructor(
    private readonly container: HTMLElement,
    private readonly on: ChartListeners,
  ) {
    const panes = panesOf([], []);
    const { fontFamily } = getComputedStyle(document.body);
    if (this.measure) this.measure.font = `${FONT_PX}px ${fontFamily}`;
    this.picture = {
      size: { width: 0, height: 0, ratio: 1 },
      axisWidth: MIN_AXIS_PX,
      fontFamily,
      locale: numbersLocale(),
      timeZone: "UTC",
      colours: readColours(),
      look: "candles",
      hasVolume: false,
      bars: newBars(0),
      plots: [],
      panes,
      levels: [],
      trends: [],
      spacing: FIRST_SPACING,
      offset: 0,
      crosshair: null,
    };
    this.marks = new ChartLines(
      () => ({ layout: this.laid(), bars: this.picture.bars }),
      on.onMoved,
    );
    this.gestures = new Gestures(container, {
      take: (place, pointerType) => this.take(place, pointerType),
      move: (place) => this.drag(place),
      release: (isDropped) => this.release(isDropped),
      wouldTake: (place) => this.marks.isAt(place, reachOf("touch")),
      pan: (px) => this.moveBy(px),
      zoom: (factor, x) => this.zoomAt(factor, x),
      point: (place, pointer) => this.point(place, pointer),
      reset: ({ y }) => {
        if (y > this.laid().height) this.reset();
      },
    });
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(container);
    window.addEventListener("resize", this.resize);
  }

  remove(): void {
    this.observer.disconnect();
    window.removeEventListener("resize", this.resize);
    this.gestures.remove();
    this.painter?.stop();
    this.container.replaceChildren();
  }

  private readonly resize = (): void => {
    const { clientWidth: width, clientHeight: height } = this.container;
    const ratio = window.devicePixelRatio || 1;
    const before = this.picture.size;
    if (width === 0 || height === 0) return;
    if (width === before.width && height === before.height && ratio === before.ratio) return;
    this.change({ set: { size: { width, height, ratio } } });
    // Not before there is something to draw on.
    this.painter ??= startPainter(this.container, () => this.picture);
    this.tellSight();
  };

  private change(change: Change): void {
    this.layout = null;
    this.handOn(change);
  }

  /** Points elsewhere: nothing moves by that. */
  private setCrosshair(crosshair: Crosshair | null): void {
    this.handOn({ set: { crosshair } });
  }

  private handOn(change: Change): void {
    this.picture = changed(this.picture, change);
    this.painter?.change(change);
  }

  private laid(): Layout {
    this.layout ??= layoutOf(this.picture);
    return this.layout;
  }

  private tellSight(): void {
    const { size, bars } = this.picture;
    if (size.width > 0 && bars.count > 0) this.on.onSight(this.laid().sight.from);
  }

  /** Reads the colours anew: the theme may have changed. */
  paint(): void {
    this.change({ set: { colours: readColours() } });
  }

  setLook(look: ChartLook): void {
    this.change({ set: { look } });
  }

  setVolume(hasVolume: boolean): void {
    this.change({ set: { hasVolume } });
  }

  /** Writes the times of the axis by the clocks of a zone. */
  setZone(timeZone: string): void {
    this.change({ set: { timeZone } });
  }

  /**
   * Draws this data. Where only the running candle changed it alone is handed on. A running candle that is older than
   * the last one, such as that of a longer interval, is left out.
   */
  show(data: ChartData): void {
    const before = this.data;
    const shown = this.picture.bars;
    const newest = shown.time[shown.count - 1];
    this.data = data;
    const { candles, live, studies, liveValues } = data;
    const running = live ? runningOf(live, liveValues, studies) : undefined;
    if (running && candles === before.candles && studies === before.studies) {
      this.change({ running });
    } else {
      const panes = panesOf(studies, this.picture.panes);
      const plots = plotsOf(studies, panes, candles.length);
      const bars = barsOf(candles);
      const highest = bars.high.reduce((most, high) => Math.max(most, high), running?.high ?? 0);
      const axisWidth = this.axisWidthFor(highest);
      this.change({ set: { bars, plots, panes, axisWidth }, running });
    }
    // Whoever looks at older candles goes on to see them while newer ones come.
    const after = this.picture.bars;
    const added = newest === undefined ? 0 : after.count - 1 - placeOf(after, newest);
    if (added > 0 && this.picture.offset >= 1) this.moveTo(this.picture.offset + added);
    this.tellSight();
  }

  private axisWidthFor(highest: number): number {
    // With the widest of digits, so that it stays while prices change.
    const text = shownPrice(highest).replaceAll(/\d/g, "0");
    const width = this.measure?.measureText(text).width ?? 0;
    return Math.max(Math.ceil(width) + 2 * AXIS_PADDING_PX, MIN_AXIS_PX);
  }

  setLines(lines: readonly PriceLine[]): void {
    this.lines = lines;
    this.showLines();
  }

  setMarks(marks: readonly Mark[]): void {
    this.marks.set(marks);
    this.showLines();
  }

  private showLines(): void {
    const fixed = this.lines.map(({ price, label, isKeptInSight = false }) => ({
      price: Number(price),
      token: "gold-line" as const,
      dash: "dashed" as const,
      text: label,
      isKeptInSight,
    }));
    const levels = [...fixed, ...this.marks.levels()];
    this.change({ set: { levels, trends: this.marks.trends() } });
  }

  /** Shows the newest candles at their usual width. */
  reset(): void {
    this.change({ set: { spacing: FIRST_SPACING, offset: 0 } });
    this.tellSight();
  }

  /** Shows the newest candles as wide as they are. */
  showNewest(): void {
    this.moveTo(0);
  }

  /** Moves what is in sight by a share of its width: to the left below zero. */
  pan(share: number): void {
    const { from, to } = this.laid().sight;
    this.moveTo(this.picture.offset - share * (to - from));
  }

  private moveBy(px: number): void {
    this.moveTo(this.picture.offset + px / this.laid().sight.spacing);
  }

  /** Shows the candles up to so many before the newest, or as near to it as there are any. */
  private moveTo(offset: number): void {
    const { sight } = this.laid();
    const most = Math.max(this.picture.bars.count - (sight.to - sight.from), 0);
    const next = Math.min(Math.max(offset, 0), most);
    if (next === this.picture.offset) return;
    this.change({ set: { offset: next } });
    this.tellSight();
  }

  /** Shows more candles, or fewer below one, with the newest that is in sight kept in its place. */
  zoom(factor: number): void {
    this.zoomAt(1 / factor, this.laid().width);
  }

  private zoomAt(factor: number, x: number): void {
    const layout = this.laid();
    const { count } = this.picture.bars;
    const wanted = { spacing: layout.sight.spacing * factor, offset: this.picture.offset };
    const { spacing } = sightOf(wanted, count, layout.width);
    const to = placeAt(layout, x) + (layout.width - x) / spacing;
    this.change({ set: { spacing } });
    this.moveTo(count - 0.5 - to);
    this.tellSight();
  }

  /** The times of the first and the last finished candle in sight; null without any. */
  inSight(): { from: number; to: number } | null {
    const { first, last } = this.laid();
    const { candles } = this.data;
    const at = (index: number) => candles[Math.min(Math.max(index, 0), candles.length - 1)];
    const [from, to] = [at(first), at(last)];
    return from && to ? { from: from.time, to: to.time } : null;
  }

  /** Moves as far as it takes to see the candle at this place. */
  keepInSight(index: number): void {
    const { from, to } = this.laid().sight;
    if (index - 0.5 < from) this.moveTo(this.picture.offset + from - index + 0.5);
    if (index + 0.5 > to) this.moveTo(this.picture.offset + to - index - 0.5);
  }

  /** Puts the crosshair at a candle. */
  pointAt({ time, close }: Candle): void {
    this.setCrosshair({ time, price: Number(close) });
    this.tellPointed(time);
  }

  /** Takes the crosshair away. */
  pointAway(): void {
    if (this.picture.crosshair) this.setCrosshair(null);
    this.tellPointed(null);
  }

  private tellPointed(time: number | null): void {
    if (time === this.pointed) return;
    this.pointed = time;
    this.on.onPointed(time);
  }

  private point(place: Place | null, pointer: Pointer | null): void {
    const layout = this.laid();
    const { bars } = this.picture;
    if (!place || place.x > layout.width || place.y > layout.height || bars.count === 0) {
      this.container.style.cursor = "";
      this.pointAway();
      return;
    }
    if (pointer && pointer.pointerType !== "touch") {
      this.container.style.cursor = this.cursorAt(place, pointer);
    }
    const index = Math.min(Math.max(Math.round(placeAt(layout, place.x)), 0), bars.count - 1);
    const time = bars.time[index] as number;
    const { crosshair } = this.picture;
    // A browser repeats where the pointer is, whenever something below it may have moved.
    if (crosshair?.time === time && "y" in crosshair && crosshair.y === place.y) return;
    this.setCrosshair({ time, y: place.y });
    this.tellPointed(time);
  }

  private cursorAt(place: Place, { buttons, pointerType }: Pointer): string {
    if (buttons !== 0) return "grabbing";
    if (this.separatorAt(place.y, SEPARATOR_REACH.mouse) !== null) return "row-resize";
    return this.marks.isAt(place, reachOf(pointerType)) ? "grab" : "crosshair";
  }

  /** The place of the pane that begins at this height; null between two. */
  private separatorAt(y: number, reach: number): number | null {
    const { panes } = this.laid();
    const found = panes.findIndex(({ top }, index) => index > 0 && Math.abs(top - y) <= reach);
    return found > 0 ? found : null;
  }

  private take(place: Place, pointerType: string): boolean {
    const reach = pointerType === "touch" ? SEPARATOR_REACH.touch : SEPARATOR_REACH.mouse;
    if (this.marks.take(place, reachOf(pointerType))) return true;
    this.separator = this.separatorAt(place.y, reach);
    return this.separator !== null;
  }

  private drag(place: Place): void {
    if (this.marks.move(place)) this.showLines();
    else if (this.separator !== null) this.resizePanes(this.separator, place.y);
  }

  private release(isDropped: boolean): void {
    this.separator = null;
    this.marks.release(isDropped);
    this.showLines();
  }

  /** Gives the pane above a separator what the one below it loses. */
  private resizePanes(below: number, y: number): void {
    const { panes } = this.laid();
    const [above, under] = [panes[below - 1], panes[below]];
    if (!above || !under) return;
    const both = above.height + under.height;
    const height = Math.min(Math.max(y - above.top, MIN_PANE_PX), both - MIN_PANE_PX);
    const heights = panes.map((pane, index) =>
      index === below - 1 ? height : index === below ? both - height : pane.height,
    );
    // Beside them a new pane is as high as it would have been at first.
    const share = sumOf(this.picture.panes.map(({ weight }) => weight)) / sumOf(heights);
    const resized = panes.map(({ kind }, index) => ({
      kind,
      weight: (heights[index] ?? 0) * share,
    }));
    this.change({ set: { panes: resized } });
  }
}
