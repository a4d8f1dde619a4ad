import { type Layout, placeAt, valueAt, xOf, yOf } from "../drawing/layout";
import type { Bars, Dash, Level, Trend } from "../drawing/picture";
import { secondsOfBars } from "../drawing/time-marks";
import type { TokenName } from "../tokens";
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

type Tone = "own" | "alert";

/** A line that can be dragged. */
export interface Mark {
  line: DrawnLine;
  tone: Tone;
  /** What it is; empty for what was drawn by hand. */
  label: string;
}

interface Point {
  x: number;
  y: number;
}

interface Drag {
  mark: Mark;
  grip: Grip;
  start: Anchor;
  /** The line as it would be now. */
  line: DrawnLine;
}

const REACH_PX = { mouse: 6, pen: 10, touch: 16 };
/** The ends of a line are a little larger than the line. */
const END_PX = 2;
const LOOKS: Record<Tone, { token: TokenName; dash: Dash }> = {
  own: { token: "gold-line", dash: "solid" },
  alert: { token: "info", dash: "dotted" },
};

/** How far a pointer reaches, in px. */
export const reachOf = (pointerType: string): number =>
  REACH_PX[pointerType as keyof typeof REACH_PX] ?? REACH_PX.mouse;

/** The lines of a chart that a pointer can drag. */
export class ChartLines {
  private marks: readonly Mark[] = [];
  private drag: Drag | null = null;

  constructor(
    /** Where candles and prices stand now. */
    private readonly placed: () => { layout: Layout; bars: Bars },
    /** Told when a line was let go at another place. */
    private readonly onMoved: (mark: Mark, line: DrawnLine) => void,
  ) {}

  set(marks: readonly Mark[]): void {
    this.marks = marks;
  }

  /** Those at one price, where they are now. */
  levels(): Level[] {
    return this.shown().flatMap(({ line, tone, label }) =>
      isTrend(line)
        ? []
        : [{ ...LOOKS[tone], price: line.price, text: label, isKeptInSight: false }],
    );
  }

  /** Those through two points, where they are now. */
  trends(): Trend[] {
    return this.shown().flatMap(({ line, tone }) =>
      isTrend(line) ? [{ from: line.from, to: line.to, token: LOOKS[tone].token }] : [],
    );
  }

  /** Whether a pointer that reaches so far is at a line. */
  isAt(point: Point, reach: number): boolean {
    return this.gripAt(point, reach) !== null;
  }

  /** Takes hold of the line at a point. @returns whether there is one */
  take(point: Point, reach: number): boolean {
    const held = this.gripAt(point, reach);
    if (!held) return false;
    this.drag = { ...held, start: this.anchorAt(point), line: held.mark.line };
    return true;
  }

  /** Moves what was taken hold of. @returns whether something was */
  move(point: Point): boolean {
    if (!this.drag) return false;
    const { mark, grip, start } = this.drag;
    this.drag.line = moveLine(mark.line, grip, start, this.anchorAt(point));
    return true;
  }

  /** Lets it go where it is, or back where it was. */
  release(isDropped: boolean): void {
    const { drag } = this;
    this.drag = null;
    if (drag && !isDropped && drag.line !== drag.mark.line) this.onMoved(drag.mark, drag.line);
  }

  /** The marks, with the one that is being dragged where it is held. */
  private shown(): Mark[] {
    const { drag } = this;
    return this.marks.map((mark) =>
      drag?.mark.line.id === mark.line.id ? { ...mark, line: drag.line } : mark,
    );
  }

  private times(): Float64Array {
    const { time, count } = this.placed().bars;
    return time.subarray(0, count);
  }

  private pointOf({ time, price }: Anchor): Point | null {
    const { layout, bars } = this.placed();
    const [pane] = layout.panes;
    if (!pane) return null;
    const place = placeOfTime(this.times(), time, secondsOfBars(bars));
    return { x: xOf(layout, place), y: yOf(pane, price) };
  }

  private anchorAt({ x, y }: Point): Anchor {
    const { layout, bars } = this.placed();
    const [pane] = layout.panes;
    const time = timeOfPlace(this.times(), placeAt(layout, x), secondsOfBars(bars));
    return { time, price: pane ? valueAt(pane, y) : 0 };
  }

  /** What of which line is under a pointer that reaches so far. The one drawn last lies above. */
  private gripAt(point: Point, reach: number): { mark: Mark; grip: Grip } | null {
    const { layout } = this.placed();
    const [pane] = layout.panes;
    if (!pane || point.x > layout.width || point.y > pane.height) return null;
    for (const mark of this.marks.toReversed()) {
      const { line } = mark;
      if (isTrend(line)) {
        const [from, to] = [this.pointOf(line.from), this.pointOf(line.to)];
        if (!from || !to) continue;
        const isNear = (end: Point) =>
          Math.hypot(point.x - end.x, point.y - end.y) <= reach + END_PX;
        if (isNear(to)) return { mark, grip: "to" };
        if (isNear(from)) return { mark, grip: "from" };
        if (distanceTo(point, from, to) <= reach) return { mark, grip: "whole" };
      } else if (Math.abs(point.y - yOf(pane, line.price)) <= reach) {
        return { mark, grip: "whole" };
      }
    }
    return null;
  }
}
