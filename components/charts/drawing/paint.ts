/** Paints a picture of a chart, on a page or beside it. */
import { formatDateTime } from "@/lib/platform/ui/date-time";
import { type PlacedLabel, placeLabels } from "../lines/line-labels";
import { placeOfTime } from "../lines/line-rules";
import type { TokenName } from "../tokens";
import {
  FONT_PX,
  type Layout,
  layoutOf,
  type PaneLayout,
  placeOf,
  shownPrice,
  TIME_AXIS_PX,
  VOLUME_SHARE,
  valueAt,
  valueMarks,
  xOf,
  yOf,
} from "./layout";
import type { Dash, Picture, Plot } from "./picture";
import { GAP_PX, secondsOfBars, type TimeMark, timeMarks } from "./time-marks";

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

const LABEL_PX = 18;
const AXIS_PADDING_PX = 6;
const END_RADIUS_PX = 4;
const DASHES: Record<Dash, number[]> = { solid: [], dashed: [5, 4], dotted: [1, 3] };
/** Of the width that one candle has, its body takes so much, and no more than is still a candle. */
const BODY = 0.8;
const MAX_BODY_PX = 40;

/** One frame: what is painted, where, and how many pixels of the screen a CSS px is. */
interface Frame {
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
const hairOf = (ratio: number) => Math.max(1, Math.floor(ratio));

/** A px of the screen at a place in CSS px. */
const snap = ({ ratio }: Frame, px: number) => Math.round(px * ratio);

function rectangle(frame: Frame, token: TokenName, x: number, y: number, w: number, h: number) {
  frame.context.fillStyle = frame.picture.colours[token];
  frame.context.fillRect(x, y, w, h);
}

/** A line of one px along an axis, by px of the screen. */
function straight(
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

function horizontal(frame: Frame, dash: Dash, y: number): void {
  const at = snap(frame, y);
  straight(frame, dash, { x: 0, y: at }, { x: snap(frame, frame.layout.width), y: at });
}

function paintGrid(frame: Frame, marks: readonly TimeMark[]): void {
  const { context, picture, layout } = frame;
  context.fillStyle = picture.colours.line;
  const px = hairOf(frame.ratio);
  const [width, height] = [snap(frame, layout.width), snap(frame, layout.height)];
  for (const { x } of marks) context.fillRect(snap(frame, x), 0, px, height);
  for (const pane of layout.panes) {
    for (const value of valueMarks(pane)) {
      context.fillRect(0, snap(frame, yOf(pane, value)), width, px);
    }
  }
}

function paintVolume(frame: Frame): void {
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

/** Whether candles are so narrow that several share a column. */
const isNarrow = ({ sight }: Layout, ratio: number) => sight.spacing * ratio < 2;

/** @param step from one column to the next where several candles share one, in px of the screen */
function columnsOf(layout: Layout, ratio: number, step: number): Column[] {
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
function paintCandles(frame: Frame, pane: PaneLayout): void {
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

function paintLine(frame: Frame, pane: PaneLayout): void {
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

function paintColumns(frame: Frame, pane: PaneLayout, { token, values }: Plot): void {
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

function paintPlot(frame: Frame, pane: PaneLayout, { token, dash, values }: Plot): void {
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

function inPane(frame: Frame, { top, height }: PaneLayout, paint: () => void): void {
  const { context, layout } = frame;
  context.save();
  context.beginPath();
  context.rect(0, snap(frame, top), snap(frame, layout.width), snap(frame, height));
  context.clip();
  paint();
  context.restore();
}

function paintPane(frame: Frame, pane: PaneLayout, index: number): void {
  const { context, picture } = frame;
  if (pane.kind === "price") {
    if (picture.look === "candles") paintCandles(frame, pane);
    else paintLine(frame, pane);
  }
  if (pane.kind === "rsi") {
    context.strokeStyle = picture.colours.control;
    for (const value of valueMarks(pane)) horizontal(frame, "dotted", yOf(pane, value));
  }
  const plots = picture.plots.filter((plot) => plot.pane === index);
  // Columns below lines.
  for (const plot of plots) if (plot.kind === "histogram") paintColumns(frame, pane, plot);
  for (const plot of plots) if (plot.kind === "line") paintPlot(frame, pane, plot);
}

const isWithin = ({ top, height }: PaneLayout, y: number) => y >= top && y <= top + height;

function paintLevels(frame: Frame, pane: PaneLayout): void {
  const { context, picture } = frame;
  const { bars, levels, colours } = picture;
  for (const { price, token, dash } of levels) {
    context.strokeStyle = colours[token];
    horizontal(frame, dash, yOf(pane, price));
  }
  const last = bars.close[bars.count - 1];
  if (bars.count === 0 || last === undefined) return;
  context.strokeStyle = colours[toneOfLast(picture)];
  horizontal(frame, "dotted", yOf(pane, last));
}

function toneOfLast({ bars }: Picture): "up" | "down" {
  const at = bars.count - 1;
  return (bars.close[at] as number) >= (bars.open[at] as number) ? "up" : "down";
}

function paintTrends(frame: Frame, pane: PaneLayout): void {
  const { context, picture, layout, ratio } = frame;
  const { bars, trends, colours } = picture;
  const times = bars.time.subarray(0, bars.count);
  const seconds = secondsOfBars(bars);
  for (const { from, to, token } of trends) {
    const ends = [from, to].map(({ time, price }) => ({
      x: xOf(layout, placeOfTime(times, time, seconds)) * ratio,
      y: yOf(pane, price) * ratio,
    }));
    const [start, end] = ends;
    if (!start || !end) continue;
    context.strokeStyle = colours[token];
    context.fillStyle = colours.surface;
    context.lineWidth = 1.5 * ratio;
    context.beginPath();
    context.moveTo(start.x, start.y);
    context.lineTo(end.x, end.y);
    context.stroke();
    for (const { x, y } of ends) {
      context.beginPath();
      context.arc(x, y, END_RADIUS_PX * ratio, 0, 2 * Math.PI);
      context.fill();
      context.stroke();
    }
  }
}

function paintNames(frame: Frame, pane: PaneLayout): void {
  const { context, picture, layout, ratio } = frame;
  const labels = picture.levels.map(({ text, token, price }) => ({
    text,
    token,
    y: yOf(pane, price) - pane.top,
  }));
  const widthOf = (text: string) => context.measureText(text).width / ratio;
  const box = { width: layout.width, height: pane.height };
  for (const label of placeLabels(labels, box, widthOf)) paintName(frame, label);
}

function paintName(frame: Frame, { text, token, x, y, width, height }: PlacedLabel): void {
  const { context, picture, ratio } = frame;
  context.fillStyle = picture.colours.surface;
  context.strokeStyle = picture.colours[token];
  context.lineWidth = ratio;
  context.beginPath();
  context.roundRect(x * ratio, (y - height / 2) * ratio, width * ratio, height * ratio, 4 * ratio);
  context.fill();
  context.stroke();
  context.fillStyle = picture.colours.text;
  context.textAlign = "left";
  context.fillText(text, (x + AXIS_PADDING_PX) * ratio, (y + 0.5) * ratio);
}

/** A price on the axis, before a ground of its own where it has one. */
interface AxisLabel {
  y: number;
  text: string;
  ground?: TokenName;
  colour: TokenName;
}

/**
 * Labels from above, each moved so far that it covers none; those that would leave their pane are left out. The given
 * one stays in its place.
 */
function spread(
  labels: readonly AxisLabel[],
  fixed: AxisLabel | undefined,
  { top, height }: PaneLayout,
): AxisLabel[] {
  const placed = labels.toSorted((one, other) => one.y - other.y);
  const at = fixed ? placed.indexOf(fixed) : -1;
  for (let index = at - 1; index >= 0; index--) {
    const [one, below] = [placed[index], placed[index + 1]];
    if (one && below) placed[index] = { ...one, y: Math.min(one.y, below.y - LABEL_PX) };
  }
  for (let index = Math.max(at, 0) + 1; index < placed.length; index++) {
    const [above, one] = [placed[index - 1], placed[index]];
    if (above && one) placed[index] = { ...one, y: Math.max(one.y, above.y + LABEL_PX) };
  }
  const half = LABEL_PX / 2;
  return placed.filter(
    (label) => label === fixed || (label.y >= top + half && label.y <= top + height - half),
  );
}

function levelLabels({ picture, layout }: Frame): AxisLabel[] {
  const [pane] = layout.panes;
  if (!pane) return [];
  const { bars, levels } = picture;
  // One price on the axis for all that stand at the same.
  const byPrice = new Map(levels.map((level) => [level.price, level]));
  const labels = [...byPrice.values()].map(
    ({ price, token }): AxisLabel => ({
      y: yOf(pane, price),
      text: shownPrice(price),
      ground: token,
      colour: "surface",
    }),
  );
  const price = bars.close[bars.count - 1];
  const tone = toneOfLast(picture);
  const last: AxisLabel | undefined =
    bars.count > 0 && price !== undefined
      ? { y: yOf(pane, price), text: shownPrice(price), ground: tone, colour: `on-${tone}` }
      : undefined;
  const all = [...labels, ...(last ? [last] : [])].filter(({ y }) => isWithin(pane, y));
  return spread(all, last && isWithin(pane, last.y) ? last : undefined, pane);
}

function paintAxisLabel(frame: Frame, { y, text, ground, colour }: AxisLabel): void {
  const { context, picture, layout, ratio } = frame;
  const left = snap(frame, layout.width);
  if (ground) {
    const width = snap(frame, picture.size.width) - left;
    rectangle(frame, ground, left, snap(frame, y - LABEL_PX / 2), width, snap(frame, LABEL_PX));
  }
  context.fillStyle = picture.colours[colour];
  context.textAlign = "left";
  context.fillText(text, left + AXIS_PADDING_PX * ratio, (y + 0.5) * ratio);
}

function paintPriceAxis(frame: Frame): void {
  const labels = levelLabels(frame);
  for (const pane of frame.layout.panes) {
    for (const value of valueMarks(pane)) {
      const y = yOf(pane, value);
      // Whole, and under no other.
      const isWhole = y >= pane.top + FONT_PX / 2 && y <= pane.top + pane.height - FONT_PX / 2;
      if (!isWhole || labels.some((label) => Math.abs(label.y - y) < LABEL_PX)) continue;
      paintAxisLabel(frame, { y, text: shownPrice(value), colour: "text-2" });
    }
  }
  for (const label of labels) paintAxisLabel(frame, label);
}

function paintTimeAxis(frame: Frame, marks: readonly TimeMark[]): void {
  const { context, picture, layout, ratio } = frame;
  context.fillStyle = picture.colours["text-2"];
  context.textAlign = "center";
  const y = (layout.height + TIME_AXIS_PX / 2) * ratio;
  for (const { x, text } of marks) {
    // Whole at both ends; only there is it measured.
    const room = Math.min(x, picture.size.width - x);
    if (room >= GAP_PX / 2 || room >= context.measureText(text).width / ratio / 2)
      context.fillText(text, x * ratio, y);
  }
}

function paintCrosshair(frame: Frame): void {
  const { context, picture, layout, ratio } = frame;
  const { bars, crosshair, colours } = picture;
  const index = crosshair ? placeOf(bars, crosshair.time) : -1;
  const [main] = layout.panes;
  if (!crosshair || index < 0 || !main) return;
  const x = xOf(layout, index);
  const y = "y" in crosshair ? crosshair.y : yOf(main, crosshair.price);
  const pane = layout.panes.find((one) => isWithin(one, y));
  const close = bars.close[index];
  context.strokeStyle = colours.control;
  const [left, bottom] = [snap(frame, x), snap(frame, layout.height)];
  if (x < 0 || x > layout.width) return;
  straight(frame, "dashed", { x: left, y: 0 }, { x: left, y: bottom });
  if (picture.look !== "candles" && close !== undefined) {
    context.fillStyle = colours.text;
    context.beginPath();
    context.arc(x * ratio, yOf(main, close) * ratio, END_RADIUS_PX * ratio, 0, 2 * Math.PI);
    context.fill();
  }
  if (pane) {
    horizontal(frame, "dashed", y);
    paintAxisLabel(frame, {
      y,
      text: shownPrice(valueAt(pane, y)),
      ground: "text",
      colour: "surface",
    });
  }
  const { timeZone, locale } = picture;
  const text = formatDateTime((bars.time[index] as number) * 1000, timeZone, {
    zone: true,
    locale,
  });
  const half = context.measureText(text).width / ratio / 2 + AXIS_PADDING_PX;
  const middle = Math.min(Math.max(x, half), Math.max(picture.size.width - half, half));
  const top = layout.height + (TIME_AXIS_PX - LABEL_PX) / 2;
  rectangle(
    frame,
    "text",
    snap(frame, middle - half),
    snap(frame, top),
    snap(frame, 2 * half),
    snap(frame, LABEL_PX),
  );
  context.fillStyle = colours.surface;
  context.textAlign = "center";
  context.fillText(text, middle * ratio, (top + LABEL_PX / 2 + 0.5) * ratio);
}

let font = "";

/** Sets the font where it is another one: texts are measured anew after each time. */
function writeIn(context: Context, wanted: string): void {
  // A canvas forgets all of it when its size changes.
  if (font === wanted && context.textBaseline === "middle") return;
  font = wanted;
  context.font = wanted;
  context.textBaseline = "middle";
  // Digits stand at the same distances, whatever is between them.
  context.fontKerning = "none";
}

/** Paints a picture on a canvas of a page or of a worker, which gets its size in px of the screen. */
export function paintOn(canvas: HTMLCanvasElement | OffscreenCanvas, picture: Picture): void {
  const { width, height, ratio } = picture.size;
  const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== across) canvas.width = across;
  if (canvas.height !== down) canvas.height = down;
  const context = canvas.getContext("2d", { alpha: false }) as Context | null;
  if (context) paint(context, picture);
}

function paint(context: Context, picture: Picture): void {
  const { size, fontFamily } = picture;
  const layout = layoutOf(picture);
  const { ratio } = size;
  const columns = columnsOf(layout, ratio, 1);
  const frame: Frame = {
    context,
    picture,
    layout,
    ratio,
    columns,
    wideColumns: isNarrow(layout, ratio) ? columnsOf(layout, ratio, 2) : columns,
  };
  const [main] = layout.panes;
  rectangle(frame, "surface", 0, 0, snap(frame, size.width), snap(frame, size.height));
  if (!main || picture.bars.count === 0) return;
  writeIn(context, `${FONT_PX * ratio}px ${fontFamily}`);
  const marks = timeMarks(picture.bars, layout, picture);
  paintGrid(frame, marks);
  paintVolume(frame);
  for (const [index, pane] of layout.panes.entries()) {
    inPane(frame, pane, () => paintPane(frame, pane, index));
  }
  inPane(frame, main, () => {
    paintLevels(frame, main);
    paintTrends(frame, main);
    paintNames(frame, main);
  });
  for (const { top } of layout.panes.slice(1)) {
    rectangle(frame, "line", 0, snap(frame, top), snap(frame, size.width), Math.ceil(size.ratio));
  }
  paintPriceAxis(frame);
  paintTimeAxis(frame, marks);
  paintCrosshair(frame);
}
