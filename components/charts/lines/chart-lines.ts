import {
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  type ISeriesPrimitive,
  LineStyle,
  type Logical,
  type SeriesType,
  type Time,
} from "lightweight-charts";
import { readToken, type TokenName } from "../tokens";
import type { LabelTone, LineLabel } from "./line-labels";
import {
  type Anchor,
  type DrawnLine,
  distanceTo,
  type Grip,
  isTrend,
  moveLine,
  placeOfTime,
  timeOfPlace,
} from "./line-rules";

/** A line that can be dragged. */
export interface Mark {
  line: DrawnLine;
  tone: LabelTone;
  /** What it is; empty for what was drawn by hand. */
  label: string;
}

type Point = { x: number; y: number };
interface Drag {
  mark: Mark;
  grip: Grip;
  start: Anchor;
  /** The line as it would be now. */
  line: DrawnLine;
}

const REACH_PX = { mouse: 6, pen: 10, touch: 16 };
const END_RADIUS_PX = 4;
const LATEST = 20;
const TONES: Record<LabelTone, TokenName> = { own: "gold-line", alert: "info" };
const coloursNow = () => ({
  own: readToken(TONES.own),
  alert: readToken(TONES.alert),
  ground: readToken("surface"),
});
const STYLES = { own: LineStyle.Solid, alert: LineStyle.Dotted };

/** The shortest step between the newest times: what one candle takes. */
function secondsOf(times: readonly number[]): number {
  let shortest = Number.POSITIVE_INFINITY;
  for (let index = Math.max(1, times.length - LATEST); index < times.length; index++) {
    shortest = Math.min(shortest, (times[index] ?? 0) - (times[index - 1] ?? 0));
  }
  return Number.isFinite(shortest) && shortest > 0 ? shortest : 60;
}

/** The lines of a chart that a pointer can drag. */
export class ChartLines {
  private marks: readonly Mark[] = [];
  private drawn: IPriceLine[] = [];
  private times: readonly number[] = [];
  private seconds = 60;
  private drag: Drag | null = null;
  private series: ISeriesApi<SeriesType> | null = null;
  private redraw = () => {};
  private colours = coloursNow();

  constructor(
    private readonly chart: IChartApi,
    private readonly container: HTMLElement,
    /** Told when a line was let go at another place. */
    private readonly onMoved: (mark: Mark, line: DrawnLine) => void,
  ) {
    container.addEventListener("pointerdown", this.onDown, { capture: true });
    container.addEventListener("pointermove", this.onMove, { capture: true });
    container.addEventListener("pointerup", this.onUp, { capture: true });
    container.addEventListener("pointercancel", this.onCancel, { capture: true });
    // A finger that takes hold of a line does not scroll the page.
    container.addEventListener("touchstart", this.onTouch, { capture: true, passive: false });
  }

  /** Puts the lines into the series of the price, which changes with the look of the chart. */
  attach(series: ISeriesApi<SeriesType>): void {
    this.series = series;
    this.drawn = [];
    series.attachPrimitive(this.primitive());
    this.set(this.marks);
  }

  setTimes(times: readonly number[]): void {
    this.times = times;
    this.seconds = secondsOf(times);
    this.redraw();
  }

  set(marks: readonly Mark[]): void {
    for (const line of this.drawn) this.series?.removePriceLine(line);
    this.marks = marks;
    this.drawn = this.shown().flatMap(({ line, tone }) => {
      const added = isTrend(line)
        ? null
        : this.series?.createPriceLine({
            price: line.price,
            color: this.colours[tone],
            lineWidth: 1,
            lineStyle: STYLES[tone],
          });
      return added ? [added] : [];
    });
    this.redraw();
  }

  /** In the colours of now. They are not read while a frame is drawn: that would cost the frame. */
  repaint(): void {
    this.colours = coloursNow();
    this.set(this.marks);
  }

  /** What the levels are, where they are now. */
  labels(): LineLabel[] {
    return this.shown().flatMap(({ line, tone, label }) =>
      isTrend(line) ? [] : [{ price: line.price, text: label, tone }],
    );
  }

  /** The marks, with the one that is being dragged where it is held. */
  private shown(): Mark[] {
    const { drag } = this;
    return this.marks.map((mark) =>
      drag?.mark.line.id === mark.line.id ? { ...mark, line: drag.line } : mark,
    );
  }

  private primitive(): ISeriesPrimitive<Time> {
    return {
      attached: ({ requestUpdate }) => {
        this.redraw = requestUpdate;
      },
      paneViews: () => [
        {
          renderer: () => ({
            draw: (target) =>
              target.useMediaCoordinateSpace(({ context }) => this.drawTrends(context)),
          }),
        },
      ],
    };
  }

  private drawTrends(context: CanvasRenderingContext2D): void {
    for (const { line, tone } of this.shown()) {
      if (!isTrend(line)) continue;
      const [from, to] = [this.pointOf(line.from), this.pointOf(line.to)];
      if (!from || !to) continue;
      context.strokeStyle = this.colours[tone];
      context.fillStyle = this.colours.ground;
      context.lineWidth = 1.5;
      context.beginPath();
      context.moveTo(from.x, from.y);
      context.lineTo(to.x, to.y);
      context.stroke();
      for (const { x, y } of [from, to]) {
        context.beginPath();
        context.arc(x, y, END_RADIUS_PX, 0, 2 * Math.PI);
        context.fill();
        context.stroke();
      }
    }
  }

  private pointOf({ time, price }: Anchor): Point | null {
    const place = placeOfTime(this.times, time, this.seconds);
    const x = this.chart.timeScale().logicalToCoordinate(place as Logical);
    const y = this.series?.priceToCoordinate(price);
    return x === null || y === null || y === undefined ? null : { x, y };
  }

  private anchorAt({ x, y }: Point): Anchor | null {
    const scale = this.chart.timeScale();
    const first = scale.logicalToCoordinate(0 as Logical);
    const second = scale.logicalToCoordinate(1 as Logical);
    const price = this.series?.coordinateToPrice(y);
    if (first === null || second === null || price === null || price === undefined) return null;
    const place = (x - first) / (second - first);
    return { time: timeOfPlace(this.times, place, this.seconds), price };
  }

  private at({ clientX, clientY }: { clientX: number; clientY: number }): Point {
    const { left, top } = this.container.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  /** What of which line is under a pointer that reaches so far. The one drawn last lies above. */
  private gripAt(point: Point, reach: number): { mark: Mark; grip: Grip } | null {
    if (point.x > this.chart.timeScale().width()) return null;
    if (point.y > this.chart.paneSize(0).height) return null;
    for (const mark of [...this.marks].reverse()) {
      const { line } = mark;
      if (isTrend(line)) {
        const [from, to] = [this.pointOf(line.from), this.pointOf(line.to)];
        if (!from || !to) continue;
        if (Math.hypot(point.x - to.x, point.y - to.y) <= reach + 2) return { mark, grip: "to" };
        if (Math.hypot(point.x - from.x, point.y - from.y) <= reach + 2)
          return { mark, grip: "from" };
        if (distanceTo(point, from, to) <= reach) return { mark, grip: "whole" };
      } else {
        const y = this.series?.priceToCoordinate(line.price);
        if (typeof y === "number" && Math.abs(point.y - y) <= reach) return { mark, grip: "whole" };
      }
    }
    return null;
  }

  private reachOf({ pointerType }: PointerEvent): number {
    return REACH_PX[pointerType as keyof typeof REACH_PX] ?? REACH_PX.mouse;
  }

  private readonly onTouch = (event: TouchEvent): void => {
    const [touch] = event.touches;
    if (touch && event.touches.length === 1 && this.gripAt(this.at(touch), REACH_PX.touch)) {
      event.preventDefault();
    }
  };

  private readonly onDown = (event: PointerEvent): void => {
    if (event.button !== 0 || !event.isPrimary) return;
    const point = this.at(event);
    const held = this.gripAt(point, this.reachOf(event));
    const start = held && this.anchorAt(point);
    if (!held || !start) return;
    this.drag = { ...held, start, line: held.mark.line };
    this.container.setPointerCapture(event.pointerId);
    // Until it is let go, the chart stays where it is.
    this.hold(true);
  };

  private readonly onMove = (event: PointerEvent): void => {
    const point = this.at(event);
    if (!this.drag) {
      const held = event.buttons === 0 ? this.gripAt(point, this.reachOf(event)) : null;
      this.container.style.cursor = held ? "grab" : "";
      return;
    }
    const end = this.anchorAt(point);
    if (!end) return;
    const { mark, grip, start } = this.drag;
    this.drag = { ...this.drag, line: moveLine(mark.line, grip, start, end) };
    this.set(this.marks);
  };

  private readonly onUp = (): void => {
    const { drag } = this;
    if (!drag) return;
    this.release();
    if (drag.line !== drag.mark.line) this.onMoved(drag.mark, drag.line);
  };

  private readonly onCancel = (): void => {
    if (this.drag) this.release();
  };

  private release(): void {
    this.drag = null;
    this.hold(false);
    this.set(this.marks);
  }

  private hold(isHeld: boolean): void {
    this.chart.applyOptions({
      handleScroll: { pressedMouseMove: !isHeld, horzTouchDrag: !isHeld },
      handleScale: { pinch: !isHeld },
    });
  }
}
