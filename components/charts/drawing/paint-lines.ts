/** Paints the lines of orders, options and alerts, those that somebody drew, and their names. */

import { type PlacedLabel, placeLabels } from "../lines/line-labels";
import { pointOf } from "./anchors";
import { AXIS_PADDING_PX, END_RADIUS_PX, type Frame, horizontal, toneOfLast } from "./frame";
import { type PaneLayout, yOf } from "./layout";

/** The lines at a price, and the one of the newest price. */
export function paintLevels(frame: Frame, pane: PaneLayout): void {
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

/** The lines through two points, with their ends. */
export function paintTrends(frame: Frame): void {
  const { context, picture, layout, ratio } = frame;
  const { bars, trends, colours } = picture;
  for (const { from, to, token } of trends) {
    const [start, end] = [pointOf(layout, bars, from), pointOf(layout, bars, to)];
    if (!start || !end) continue;
    context.strokeStyle = colours[token];
    context.fillStyle = colours.surface;
    context.lineWidth = 1.5 * ratio;
    context.beginPath();
    context.moveTo(start.x * ratio, start.y * ratio);
    context.lineTo(end.x * ratio, end.y * ratio);
    context.stroke();
    for (const { x, y } of [start, end]) {
      context.beginPath();
      context.arc(x * ratio, y * ratio, END_RADIUS_PX * ratio, 0, 2 * Math.PI);
      context.fill();
      context.stroke();
    }
  }
}

/** What the lines at a price are, at their left ends. */
export function paintNames(frame: Frame, pane: PaneLayout): void {
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
