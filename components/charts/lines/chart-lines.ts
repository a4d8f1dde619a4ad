import { anchorAt, pointOf } from "../drawing/anchors";
import type { Place } from "../drawing/gestures";
import { type Layout, yOf } from "../drawing/layout";
import type { Bars, Dash, Level, Trend } from "../drawing/picture";
import type { TokenName } from "../tokens";
import {
  type Anchor,
  type DrawnLine,
  distanceTo,
  type Grip,
  isTrend,
  moveLine,
} from "./line-rules";

type Tone = "own" | "alert";

/** A line that can be dragged. */
export interface Mark {
  line: DrawnLine;
  tone: Tone;
  /** What it is; empty for what was drawn by hand. */
  label: string;
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
  isAt(point: Place, reach: number): boolean {
    return this.gripAt(point, reach) !== null;
  }

  /** Takes hold of the line at a point. @returns whether there is one */
  take(point: Place, reach: number): boolean {
    const held = this.gripAt(point, reach);
    if (!held) return false;
    const { layout, bars } = this.placed();
    this.drag = { ...held, start: anchorAt(layout, bars, point), line: held.mark.line };
    return true;
  }

  /** Moves what was taken hold of. @returns whether something was */
  move(point: Place): boolean {
    if (!this.drag) return false;
    const { mark, grip, start } = this.drag;
    const { layout, bars } = this.placed();
    this.drag.line = moveLine(mark.line, grip, start, anchorAt(layout, bars, point));
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

  /** What of which line is under a pointer that reaches so far. The one drawn last lies above. */
  private gripAt(point: Place, reach: number): { mark: Mark; grip: Grip } | null {
    const { layout, bars } = this.placed();
    const [pane] = layout.panes;
    if (!pane || point.x > layout.width || point.y > pane.height) return null;
    for (const mark of this.marks.toReversed()) {
      const { line } = mark;
      if (isTrend(line)) {
        const [from, to] = [pointOf(layout, bars, line.from), pointOf(layout, bars, line.to)];
        if (!from || !to) continue;
        const isNear = (end: Place) =>
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
