/** Paints a picture of a chart, on a page or beside it. */
import {
  type Context,
  columnsOf,
  type Frame,
  horizontal,
  isNarrow,
  rectangle,
  snap,
} from "./frame";
import { FONT_PX, layoutOf, type PaneLayout, valueMarks, yOf } from "./layout";
import { paintCrosshair, paintGrid, paintPriceAxis, paintTimeAxis } from "./paint-axes";
import { paintLevels, paintNames, paintTrends } from "./paint-lines";
import { paintCandles, paintColumns, paintLine, paintPlot, paintVolume } from "./paint-prices";
import type { Picture } from "./picture";
import { timeMarks } from "./time-marks";

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
    paintTrends(frame);
    paintNames(frame, main);
  });
  for (const { top } of layout.panes.slice(1)) {
    rectangle(frame, "line", 0, snap(frame, top), snap(frame, size.width), Math.ceil(size.ratio));
  }
  paintPriceAxis(frame);
  paintTimeAxis(frame, marks);
  paintCrosshair(frame);
}
