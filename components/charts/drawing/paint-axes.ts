/** Paints the grid, both axes and the crosshair. */

import { formatDateTime } from "@/lib/platform/ui/date-time";
import type { TokenName } from "../tokens";
import {
  AXIS_PADDING_PX,
  END_RADIUS_PX,
  type Frame,
  hairOf,
  horizontal,
  isWithin,
  LABEL_PX,
  rectangle,
  snap,
  straight,
  toneOfLast,
} from "./frame";
import {
  FONT_PX,
  type PaneLayout,
  placeOf,
  shownPrice,
  TIME_AXIS_PX,
  valueAt,
  valueMarks,
  xOf,
  yOf,
} from "./layout";
import { GAP_PX, type TimeMark } from "./time-marks";

/** The lines behind everything, at the marks of both axes. */
export function paintGrid(frame: Frame, marks: readonly TimeMark[]): void {
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

/** The prices at the right: round ones, and those of lines. */
export function paintPriceAxis(frame: Frame): void {
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

/** The times below. */
export function paintTimeAxis(frame: Frame, marks: readonly TimeMark[]): void {
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

/** The crosshair, with its price and its time. */
export function paintCrosshair(frame: Frame): void {
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
