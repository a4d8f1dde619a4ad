/** Paints candles, the line of the price, volume and indicators. */

import type { TokenName } from "../tokens";
import { DASHES, type Frame, hairOf, isNarrow, snap } from "./frame";
import { type PaneLayout, VOLUME_SHARE, xOf, yOf } from "./layout";
import type { Dash, Plot } from "./picture";

/** Columns of what was traded, in the lowest part of the pane of the price. */
export function paintVolume(frame: Frame): void {
  const { picture, layout } = frame;
  const { volume } = picture.bars;
  const [pane] = layout.panes;
  if (!picture.hasVolume || !pane) return;
  let most = 0;
  for (let index = layout.first; index <= layout.last; index++) {
    most = Math.max(most, volume[index] as number);
  }
  if (most === 0) return;
  const bottom = snap(frame, pane.top + pane.height);
  const full = pane.height * VOLUME_SHARE * frame.ratio;
  const uprights = frame.wideColumns.map(({ left, width, from, to }) => {
    const highest = volume.subarray(from, to + 1).reduce((one, other) => Math.max(one, other), 0);
    const height = Math.round((highest / most) * full);
    return { left, width, top: bottom - height, height };
  });
  paintUprights(frame, "line", uprights);
}

/** An upright bar, in px of the screen. */
interface Upright {
  left: number;
  width: number;
  top: number;
  height: number;
}

function paintUprights(frame: Frame, token: TokenName, uprights: readonly Upright[]): void {
  const { context, picture, ratio } = frame;
  const hair = hairOf(ratio);
  context.fillStyle = picture.colours[token];
  context.strokeStyle = picture.colours[token];
  context.lineWidth = hair;
  context.beginPath();
  for (const { left, width, top, height } of uprights) {
    if (width > hair) {
      context.fillRect(left, top, width, height);
      continue;
    }
    // As one path of lines, hundreds take a third of the time.
    context.moveTo(left + hair / 2, top);
    context.lineTo(left + hair / 2, top + height);
  }
  context.stroke();
}

/** Hollow up, filled down. Those that share a column are one candle. */
export function paintCandles(frame: Frame, pane: PaneLayout): void {
  const { picture, ratio } = frame;
  const { open, high, low, close } = picture.bars;
  const hair = hairOf(ratio);
  const y = (value: number) => Math.round(yOf(pane, value) * ratio);
  const wicks: Record<"up" | "down", Upright[]> = { up: [], down: [] };
  const bodies: Record<"up" | "down", Upright[]> = { up: [], down: [] };
  const hollow: Upright[] = [];
  for (const { left, width, from, to } of frame.columns) {
    let highest = high[from] as number;
    let lowest = low[from] as number;
    for (let index = from + 1; index <= to; index++) {
      highest = Math.max(highest, high[index] as number);
      lowest = Math.min(lowest, low[index] as number);
    }
    const [first, last] = [open[from] as number, close[to] as number];
    const tone = last >= first ? "up" : "down";
    const tip = y(highest);
    wicks[tone].push({
      left: left + (width - hair) / 2,
      width: hair,
      top: tip,
      height: Math.max(y(lowest) - tip, hair),
    });
    if (width <= hair) continue;
    const top = y(Math.max(first, last));
    const height = Math.max(y(Math.min(first, last)) - top, hair);
    bodies[tone].push({ left, width, top, height });
    if (tone === "up" && width > 2 * hair && height > 2 * hair) {
      hollow.push({
        left: left + hair,
        width: width - 2 * hair,
        top: top + hair,
        height: height - 2 * hair,
      });
    }
  }
  for (const tone of ["up", "down"] as const) {
    paintUprights(frame, tone, wicks[tone]);
    paintUprights(frame, tone, bodies[tone]);
  }
  const { context } = frame;
  context.fillStyle = picture.colours.surface;
  for (const { left, width, top, height } of hollow) context.fillRect(left, top, width, height);
}

/**
 * Goes along a line of values, in px of the screen. Where many share a column it goes through the last of them.
 * @param to is told each point, and whether the line is interrupted before it
 */
function follow(
  { layout, ratio, wideColumns }: Frame,
  pane: PaneLayout,
  values: Float64Array,
  to: (x: number, y: number, isFirst: boolean) => void,
): void {
  let isFirst = true;
  const add = (x: number, value: number) => {
    if (Number.isNaN(value)) isFirst = true;
    else {
      to(x, yOf(pane, value) * ratio, isFirst);
      isFirst = false;
    }
  };
  if (isNarrow(layout, ratio)) {
    for (const { left, width, to: last } of wideColumns) {
      add(left + width / 2, values[last] as number);
    }
    return;
  }
  for (let index = layout.first; index <= layout.last; index++) {
    add(xOf(layout, index) * ratio, values[index] as number);
  }
}

/** Adds a line through values to the path. */
function traceValues(frame: Frame, pane: PaneLayout, values: Float64Array): void {
  const { context } = frame;
  follow(frame, pane, values, (x, y, isFirst) => {
    if (isFirst) context.moveTo(x, y);
    else context.lineTo(x, y);
  });
}

/** Of so many steps from column to column, so many are drawn. */
const STEPS: Record<Dash, { drawn: number; of: number }> = {
  solid: { drawn: 1, of: 1 },
  dashed: { drawn: 3, of: 5 },
  dotted: { drawn: 1, of: 2 },
};

/** The same of narrow candles: dashed by leaving out steps, since dashing a long line takes longer than drawing it. */
function traceSteps(frame: Frame, pane: PaneLayout, values: Float64Array, dash: Dash): void {
  const { context } = frame;
  const { drawn, of } = STEPS[dash];
  let step = 0;
  follow(frame, pane, values, (x, y, isFirst) => {
    step = isFirst ? 0 : step + 1;
    if (isFirst || (step - 1) % of >= drawn) context.moveTo(x, y);
    else context.lineTo(x, y);
  });
}

const LINE_PX = 2;

/** Of narrow candles, a line through each close: from the lowest to the highest of each column. */
function paintNarrowLine(frame: Frame, pane: PaneLayout, values: Float64Array): void {
  const { context, columns, ratio } = frame;
  const thick = Math.round(LINE_PX * ratio);
  let before: number | undefined;
  for (const { left, width, from, to } of columns) {
    let low = before ?? (values[from] as number);
    let high = low;
    for (let index = from; index <= to; index++) {
      low = Math.min(low, values[index] as number);
      high = Math.max(high, values[index] as number);
    }
    before = values[to];
    const top = Math.round(yOf(pane, high) * ratio - thick / 2);
    const bottom = Math.round(yOf(pane, low) * ratio + thick / 2);
    context.fillRect(left, top, width, Math.max(bottom - top, thick));
  }
}

/** The line through the closes, or the area below it. */
export function paintLine(frame: Frame, pane: PaneLayout): void {
  const { context, picture, layout, ratio } = frame;
  const { text } = picture.colours;
  const { close } = picture.bars;
  if (picture.look === "area" && layout.first <= layout.last) {
    const bottom = (pane.top + pane.height) * ratio;
    const fade = context.createLinearGradient(0, pane.top * ratio, 0, bottom);
    fade.addColorStop(0, `${text}3d`);
    fade.addColorStop(1, `${text}00`);
    context.fillStyle = fade;
    context.beginPath();
    traceValues(frame, pane, close);
    context.lineTo(xOf(layout, layout.last) * ratio, bottom);
    context.lineTo(xOf(layout, layout.first) * ratio, bottom);
    context.fill();
  }
  if (isNarrow(layout, ratio)) {
    context.fillStyle = text;
    paintNarrowLine(frame, pane, close);
    return;
  }
  context.strokeStyle = text;
  context.lineWidth = LINE_PX * ratio;
  context.lineJoin = "round";
  context.beginPath();
  traceValues(frame, pane, close);
  context.stroke();
}

/** The columns of an indicator, from zero. */
export function paintColumns(frame: Frame, pane: PaneLayout, { token, values }: Plot): void {
  const { ratio } = frame;
  const zero = Math.round(yOf(pane, 0) * ratio);
  const uprights = frame.wideColumns.flatMap(({ left, width, to }) => {
    const value = values[to] as number;
    if (Number.isNaN(value)) return [];
    const y = Math.round(yOf(pane, value) * ratio);
    return { left, width, top: Math.min(y, zero), height: Math.max(Math.abs(zero - y), 1) };
  });
  paintUprights(frame, token, uprights);
}

/** A line of an indicator. */
export function paintPlot(frame: Frame, pane: PaneLayout, { token, dash, values }: Plot): void {
  const { context, picture, ratio } = frame;
  context.strokeStyle = picture.colours[token];
  context.lineWidth = hairOf(ratio);
  context.lineJoin = "bevel";
  context.beginPath();
  if (isNarrow(frame.layout, ratio)) traceSteps(frame, pane, values, dash);
  else {
    context.setLineDash(DASHES[dash].map((px) => px * ratio));
    traceValues(frame, pane, values);
  }
  context.stroke();
  context.setLineDash([]);
}
