import type { TokenName } from "../tokens";

/** What a line at a price is, with the colour of the line; the axis says the price. */
interface LineLabel {
  text: string;
  token: TokenName;
  /** The middle of its line, in px from the top. */
  y: number;
}

/** A label in its place, in px from the left and, its middle, from the top. */
export interface PlacedLabel extends LineLabel {
  x: number;
  width: number;
  height: number;
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

/**
 * Where labels stand at the left of a chart: each at its line and whole, beside those that it would cover. The same words at the
 * same height are one label with their number; one that would reach the newest candles is left out.
 * @param labels those of lines out of sight are left out
 * @param widthOf the width of a text in px
 */
export function placeLabels(
  labels: readonly LineLabel[],
  size: { width: number; height: number },
  widthOf: (text: string) => number,
): PlacedLabel[] {
  const distinct = new Map<string, LineLabel & { count: number }>();
  for (const label of labels) {
    if (label.text === "" || label.y < 0 || label.y > size.height) continue;
    const key = `${Math.round(label.y)} ${label.token} ${label.text}`;
    const before = distinct.get(key);
    if (before) before.count += 1;
    else distinct.set(key, { ...label, count: 1 });
  }
  const placed: PlacedLabel[] = [];
  for (const { text: name, token, y: line, count } of distinct.values()) {
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
    if (x + width <= size.width * MOST_OF_WIDTH) {
      placed.push({ text, token, x, y, width, height: HEIGHT_PX });
    }
  }
  return placed;
}
