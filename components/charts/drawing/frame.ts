/** What every part of a picture is painted with. */

import type { TokenName } from "../tokens";
import { type Layout, type PaneLayout, xOf } from "./layout";
import type { Dash, Picture } from "./picture";

export type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** How high a label is. */
export const LABEL_PX = 18;
/** What is left free beside a text. */
export const AXIS_PADDING_PX = 6;
/** The ends of a line, and the point under the crosshair. */
export const END_RADIUS_PX = 4;
/** In px: what is drawn, then what is left out. */
export const DASHES: Record<Dash, number[]> = { solid: [], dashed: [5, 4], dotted: [1, 3] };
/** Of the width that one candle has, its body takes so much, and no more than is still a candle. */
const BODY = 0.8;
const MAX_BODY_PX = 40;

/** One frame: what is painted, where, and how many pixels of the screen a CSS px is. */
export interface Frame {
  context: Context;
  picture: Picture;
  layout: Layout;
  ratio: number;
  /** Of candles, and of what is drawn beside them, which takes half as many where candles are narrow. */
  columns: readonly Column[];
  wideColumns: readonly Column[];
}

/** Where the candles from one to another are painted, in px of the screen; several share a column where they are narrow. */
interface Column {
  left: number;
  width: number;
  from: number;
  to: number;
}

/** The thinnest line that is a whole px of the screen. */
export const hairOf = (ratio: number) => Math.max(1, Math.floor(ratio));

/** A px of the screen at a place in CSS px. */
export const snap = ({ ratio }: Frame, px: number) => Math.round(px * ratio);

/** Fills a rectangle, in px of the screen. */
export function rectangle(
  frame: Frame,
  token: TokenName,
  x: number,
  y: number,
  w: number,
  h: number,
) {
  frame.context.fillStyle = frame.picture.colours[token];
  frame.context.fillRect(x, y, w, h);
}

/** A line of one px along an axis, by px of the screen. */
export function straight(
  { context, ratio }: Frame,
  dash: Dash,
  from: { x: number; y: number },
  to: { x: number; y: number },
): void {
  const width = hairOf(ratio);
  // Its middle, so that it covers whole pixels.
  const half = (width % 2) / 2;
  context.lineWidth = width;
  context.setLineDash(DASHES[dash].map((px) => px * ratio));
  context.beginPath();
  context.moveTo(from.x + half, from.y + half);
  context.lineTo(to.x + half, to.y + half);
  context.stroke();
  context.setLineDash([]);
}

/** A line across the panes at a height in CSS px, in the colour that is set. */
export function horizontal(frame: Frame, dash: Dash, y: number): void {
  const at = snap(frame, y);
  straight(frame, dash, { x: 0, y: at }, { x: snap(frame, frame.layout.width), y: at });
}

/** Whether candles are so narrow that several share a column. */
export const isNarrow = ({ sight }: Layout, ratio: number) => sight.spacing * ratio < 2;

/** @param step from one column to the next where several candles share one, in px of the screen */
export function columnsOf(layout: Layout, ratio: number, step: number): Column[] {
  const columns: Column[] = [];
  const { first, last, sight } = layout;
  const spacing = sight.spacing * ratio;
  if (!isNarrow(layout, ratio)) {
    // As odd as the wick in its middle.
    const wick = hairOf(ratio);
    const wanted = Math.max(Math.floor(Math.min(spacing * BODY, MAX_BODY_PX * ratio)), wick);
    const width = wanted % 2 === wick % 2 ? wanted : wanted - 1;
    for (let index = first; index <= last; index++) {
      const left = Math.round(xOf(layout, index) * ratio - width / 2);
      columns.push({ left, width, from: index, to: index });
    }
    return columns;
  }
  for (let index = first; index <= last; index++) {
    const left = step * Math.floor((xOf(layout, index) * ratio) / step);
    const column = columns.at(-1);
    if (column?.left === left) column.to = index;
    else columns.push({ left, width: 1, from: index, to: index });
  }
  return columns;
}

/** Whether a height is within a pane. */
export const isWithin = ({ top, height }: PaneLayout, y: number) => y >= top && y <= top + height;

/** Whether the newest candle rises or falls. */
export function toneOfLast({ bars }: Picture): "up" | "down" {
  const at = bars.count - 1;
  return (bars.close[at] as number) >= (bars.open[at] as number) ? "up" : "down";
}
