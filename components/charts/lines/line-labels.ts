import type { ISeriesApi, ISeriesPrimitive, SeriesType, Time } from "lightweight-charts";
import { readToken, type TokenName } from "../tokens";

/** What a line at a price is; the axis says the price. */
export interface LineLabel {
  price: number;
  text: string;
  tone: LabelTone;
}

export type LabelTone = "own" | "alert";

/** A label in its place, in px from the left and, its middle, from the top. */
interface PlacedLabel {
  text: string;
  tone: LabelTone;
  x: number;
  y: number;
  width: number;
}

const HEIGHT_PX = 18;
/** The middle of a label that touches the upper or lower edge, with its border. */
const EDGE_PX = HEIGHT_PX / 2 + 1;
const GAP_PX = 4;
const INSET_PX = 6;
const PADDING_PX = 6;
/** The newest candles, on the right, stay free. */
const MOST_OF_WIDTH = 0.7;
/** In wide charts the legend lies over the upper left corner. */
const LEGEND = { from: 640, width: 330, height: 42 };
const TONES: Record<LabelTone, TokenName> = { own: "gold-line", alert: "info" };

/**
 * Where labels stand at the left of a chart: each at its line and whole, beside those that it would cover. The same words at the
 * same height are one label with their number; one that would reach the newest candles is left out.
 * @param labels with `y`, the middle of each line in px from the top; lines out of sight are left out
 * @param widthOf the width of a text in px
 */
export function placeLabels(
  labels: readonly { text: string; tone: LabelTone; y: number }[],
  size: { width: number; height: number },
  widthOf: (text: string) => number,
): PlacedLabel[] {
  const distinct = new Map<string, { text: string; tone: LabelTone; y: number; count: number }>();
  for (const label of labels) {
    if (label.text === "" || label.y < 0 || label.y > size.height) continue;
    const key = `${Math.round(label.y)} ${label.tone} ${label.text}`;
    const before = distinct.get(key);
    if (before) before.count += 1;
    else distinct.set(key, { ...label, count: 1 });
  }
  const placed: PlacedLabel[] = [];
  for (const { text: name, tone, y: line, count } of distinct.values()) {
    // Whole, where its line is at an edge.
    const y = Math.min(Math.max(line, EDGE_PX), size.height - EDGE_PX);
    const text = count > 1 ? `${name} × ${count}` : name;
    const width = widthOf(text) + 2 * PADDING_PX;
    const isUnderLegend = size.width >= LEGEND.from && y < LEGEND.height;
    let x = isUnderLegend ? LEGEND.width : INSET_PX;
    const level = placed
      .filter((other) => Math.abs(other.y - y) < HEIGHT_PX)
      .sort((a, b) => a.x - b.x);
    for (const other of level) {
      if (x < other.x + other.width + GAP_PX && other.x < x + width + GAP_PX) {
        x = other.x + other.width + GAP_PX;
      }
    }
    if (x + width <= size.width * MOST_OF_WIDTH) placed.push({ text, tone, x, y, width });
  }
  return placed;
}

const coloursNow = () => ({
  own: readToken(TONES.own),
  alert: readToken(TONES.alert),
  ground: readToken("surface"),
  text: readToken("text"),
});

/** Draws what the lines of a chart are at their left ends, away from the newest candles. */
export class LineLabels {
  private series: ISeriesApi<SeriesType> | null = null;
  private redraw = () => {};
  private colours = coloursNow();
  private readonly font: string;

  constructor(
    fontFamily: string,
    /** The labels of now: asked for at each frame. */
    private readonly labels: () => readonly LineLabel[],
  ) {
    this.font = `12px ${fontFamily}`;
  }

  /** Puts the labels into the series of the price, which changes with the look of the chart. */
  attach(series: ISeriesApi<SeriesType>): void {
    this.series = series;
    series.attachPrimitive(this.primitive());
  }

  update(): void {
    this.redraw();
  }

  /** In the colours of now. They are not read while a frame is drawn: that would cost the frame. */
  repaint(): void {
    this.colours = coloursNow();
    this.redraw();
  }

  private primitive(): ISeriesPrimitive<Time> {
    return {
      attached: ({ requestUpdate }) => {
        this.redraw = requestUpdate;
      },
      paneViews: () => [
        {
          zOrder: () => "top",
          renderer: () => ({
            draw: (target) =>
              target.useMediaCoordinateSpace(({ context, mediaSize }) =>
                this.draw(context, mediaSize),
              ),
          }),
        },
      ],
    };
  }

  private draw(context: CanvasRenderingContext2D, size: { width: number; height: number }): void {
    context.font = this.font;
    context.textBaseline = "middle";
    context.textAlign = "left";
    const labels = this.labels().flatMap(({ price, ...label }) => {
      const y = this.series?.priceToCoordinate(price);
      return typeof y === "number" ? [{ ...label, y }] : [];
    });
    const widthOf = (text: string) => context.measureText(text).width;
    for (const { text, tone, x, y, width } of placeLabels(labels, size, widthOf)) {
      context.fillStyle = this.colours.ground;
      context.strokeStyle = this.colours[tone];
      context.lineWidth = 1;
      context.beginPath();
      context.roundRect(x, y - HEIGHT_PX / 2, width, HEIGHT_PX, 4);
      context.fill();
      context.stroke();
      context.fillStyle = this.colours.text;
      context.fillText(text, x + PADDING_PX, y + 0.5);
    }
  }
}
