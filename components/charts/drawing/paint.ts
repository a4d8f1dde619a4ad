/** Paints a picture of a chart, on a page or beside it. */
import { formatDateTime } from "@/lib/platform/ui/date-time";
import { type PlacedLabel, placeLabels } from "../lines/line-labels";
import { placeOfTime } from "../lines/line-rules";
import type { TokenName } from "../tokens";
import {
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
import { secondsOfBars, type TimeMark, timeMarks } from "./time-marks";

export type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

const FONT_PX = 12;
const LABEL_PX = 18;
const AXIS_PADDING_PX = 6;
const END_RADIUS_PX = 4;
const DASHES: Record<Dash, number[]> = { solid: [], dashed: [5, 4], dotted: [1, 3] };
/** Of the width that one candle has, its body takes so much. */
const BODY = 0.8;

/** One frame: what is painted, where, and how many pixels of the screen a CSS px is. */
interface Frame {
  context: Context;
  picture: Picture;
  layout: Layout;
  ratio: number;
}

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
  const width = Math.max(1, Math.floor(ratio));
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
  const px = Math.max(1, Math.floor(frame.ratio));
  const [width, height] = [snap(frame, layout.width), snap(frame, layout.height)];
  for (const { x } of marks) context.fillRect(snap(frame, x), 0, px, height);
  for (const pane of layout.panes) {
    for (const value of valueMarks(pane)) {
      context.fillRect(0, snap(frame, yOf(pane, value)), width, px);
    }
  }
}

function paintVolume(frame: Frame): void {
  const { context, picture, layout } = frame;
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
  context.fillStyle = picture.colours.line;
  for (const { left, width, from, to } of columnsOf(frame)) {
    let highest = 0;
    for (let index = from; index <= to; index++) {
      highest = Math.max(highest, volume[index] as number);
    }
    const height = Math.round((highest / most) * full);
    if (highest > 0)
      context.fillRect(left, bottom - Math.max(height, 1), width, Math.max(height, 1));
  }
}

/** Where the candles from one to another are painted, in px of the screen; several share a column where they are narrow. */
interface Column {
  left: number;
  width: number;
  from: number;
  to: number;
}

function* columnsOf(frame: Frame): Generator<Column> {
  const { layout, ratio } = frame;
  const spacing = layout.sight.spacing * ratio;
  if (spacing >= 2) {
    // As odd as the wick in its middle.
    const wick = Math.max(1, Math.floor(ratio));
    const wanted = Math.max(Math.floor(spacing * BODY), wick);
    const width = wanted % 2 === wick % 2 ? wanted : wanted - 1;
    for (let index = layout.first; index <= layout.last; index++) {
      const left = Math.round(xOf(layout, index) * ratio - width / 2);
      yield { left, width, from: index, to: index };
    }
    return;
  }
  for (let from = layout.first; from <= layout.last; ) {
    const left = Math.floor(xOf(layout, from) * ratio);
    let to = from;
    while (to < layout.last && Math.floor(xOf(layout, to + 1) * ratio) === left) to += 1;
    yield { left, width: 1, from, to };
    from = to + 1;
  }
}

/** Left, top, width and height. */
type Rect = readonly [number, number, number, number];

/** Hollow up, filled down. Those that share a column are one candle. */
function paintCandles(frame: Frame, pane: PaneLayout): void {
  const { context, picture, ratio } = frame;
  const { open, high, low, close } = picture.bars;
  const px = Math.max(1, Math.floor(ratio));
  const y = (value: number) => Math.round(yOf(pane, value) * ratio);
  const [rising, falling, hollow]: [Rect[], Rect[], Rect[]] = [[], [], []];
  for (const { left, width, from, to } of columnsOf(frame)) {
    let top = high[from] as number;
    let bottom = low[from] as number;
    for (let index = from + 1; index <= to; index++) {
      top = Math.max(top, high[index] as number);
      bottom = Math.min(bottom, low[index] as number);
    }
    const [first, last] = [open[from] as number, close[to] as number];
    const rects = last >= first ? rising : falling;
    const wick = left + (width - px) / 2;
    rects.push([wick, y(top), px, Math.max(y(bottom) - y(top), px)]);
    if (width <= px) continue;
    const bodyTop = y(Math.max(first, last));
    const height = Math.max(y(Math.min(first, last)) - bodyTop, px);
    rects.push([left, bodyTop, width, height]);
    if (last >= first && width > 2 * px && height > 2 * px) {
      hollow.push([left + px, bodyTop + px, width - 2 * px, height - 2 * px]);
    }
  }
  const fill = (token: TokenName, rects: readonly Rect[]) => {
    context.fillStyle = picture.colours[token];
    for (const [left, top, width, height] of rects) context.fillRect(left, top, width, height);
  };
  fill("up", rising);
  fill("surface", hollow);
  fill("down", falling);
}

/** Adds a line through values to the path. Where many share a px it goes through their lowest and highest. */
function traceValues(frame: Frame, pane: PaneLayout, values: Float64Array): void {
  const { context, layout, ratio } = frame;
  let isDrawn = false;
  const add = (x: number, value: number) => {
    const y = yOf(pane, value) * ratio;
    if (isDrawn) context.lineTo(x, y);
    else context.moveTo(x, y);
    isDrawn = true;
  };
  if (layout.sight.spacing * ratio >= 1) {
    for (let index = layout.first; index <= layout.last; index++) {
      const value = values[index] as number;
      if (Number.isNaN(value)) isDrawn = false;
      else add(xOf(layout, index) * ratio, value);
    }
    return;
  }
  for (const { left, from, to } of columnsOf(frame)) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let index = from; index <= to; index++) {
      const value = values[index] as number;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    if (low > high) continue;
    add(left + 0.5, low);
    if (high > low) add(left + 0.5, high);
  }
}

function paintLine(frame: Frame, pane: PaneLayout): void {
  const { context, picture, layout, ratio } = frame;
  const { text } = picture.colours;
  const { close } = picture.bars;
  context.lineJoin = "round";
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
  context.strokeStyle = text;
  context.lineWidth = 2 * ratio;
  context.beginPath();
  traceValues(frame, pane, close);
  context.stroke();
}

function paintColumns(frame: Frame, pane: PaneLayout, { token, values }: Plot): void {
  const { context, picture, ratio } = frame;
  context.fillStyle = picture.colours[token];
  const zero = Math.round(yOf(pane, 0) * ratio);
  for (const { left, width, to } of columnsOf(frame)) {
    const value = values[to] as number;
    if (Number.isNaN(value)) continue;
    const y = Math.round(yOf(pane, value) * ratio);
    context.fillRect(left, Math.min(y, zero), width, Math.max(Math.abs(zero - y), 1));
  }
}

function paintPlot(frame: Frame, pane: PaneLayout, { token, dash, values }: Plot): void {
  const { context, picture, ratio } = frame;
  context.strokeStyle = picture.colours[token];
  context.lineWidth = Math.max(1, Math.floor(ratio));
  context.lineJoin = "round";
  context.setLineDash(DASHES[dash].map((px) => px * ratio));
  context.beginPath();
  traceValues(frame, pane, values);
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
    const half = context.measureText(text).width / ratio / 2;
    // Whole at both ends.
    if (x >= half && x <= picture.size.width - half) context.fillText(text, x * ratio, y);
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

/** Paints all of a picture on a canvas that has its size in px of the screen. */
export function paint(context: Context, picture: Picture): void {
  const { size, fontFamily } = picture;
  const layout = layoutOf(picture);
  const frame: Frame = { context, picture, layout, ratio: size.ratio };
  const [main] = layout.panes;
  rectangle(frame, "surface", 0, 0, snap(frame, size.width), snap(frame, size.height));
  if (!main || picture.bars.count === 0) return;
  context.font = `${FONT_PX * size.ratio}px ${fontFamily}`;
  context.textBaseline = "middle";
  // Digits stand at the same distances, whatever is between them.
  context.fontKerning = "none";
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
