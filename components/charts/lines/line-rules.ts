/** A point of a chart: opening time in epoch seconds, price in USDT. For drawing only: floating point. */
export interface Anchor {
  time: number;
  price: number;
}

/** A line that somebody drew: at one price, or through two points. */
export type DrawnLine = { id: string; price: number } | { id: string; from: Anchor; to: Anchor };

/** What can be moved of a line: all of it, or one of its ends. */
export type Grip = "whole" | "from" | "to";

/** More would be no picture any more. */
export const MAX_LINES = 20;

/** Whether a line leads from one point to another, and is no level. */
export const isTrend = (line: DrawnLine): line is Extract<DrawnLine, { from: Anchor }> =>
  "from" in line;

const MAX_PRICE = 1_000_000;
const MAX_TIME = 32_503_680_000;

/** Whether a line can be drawn at this price. */
export const isLinePrice = (price: unknown): price is number =>
  typeof price === "number" && price >= 0.01 && price <= MAX_PRICE;

function isAnchor(value: unknown): value is Anchor {
  if (typeof value !== "object" || value === null) return false;
  const { time, price } = value as Partial<Anchor>;
  return (
    Number.isInteger(time) && Number(time) > 0 && Number(time) < MAX_TIME && isLinePrice(price)
  );
}

/** The lines among what was kept, each id once. */
export function parseLines(kept: unknown): DrawnLine[] {
  const seen = new Set<string>();
  const lines: DrawnLine[] = [];
  for (const value of Array.isArray(kept) ? kept : []) {
    const { id, price, from, to } = (value ?? {}) as Record<string, unknown>;
    if (typeof id !== "string" || id === "" || seen.has(id) || lines.length >= MAX_LINES) continue;
    seen.add(id);
    if (isLinePrice(price)) lines.push({ id, price });
    else if (isAnchor(from) && isAnchor(to) && from.time !== to.time) lines.push({ id, from, to });
  }
  return lines;
}

/** To the cent, within what a line can be drawn at. */
export const roundPrice = (price: number): number =>
  Math.min(Math.max(Math.round(price * 100) / 100, 0.01), MAX_PRICE);

/** A line once one of its grips was moved from one point to another. Ends never come to stand above each other. */
export function moveLine(line: DrawnLine, grip: Grip, start: Anchor, end: Anchor): DrawnLine {
  const [byTime, byPrice] = [end.time - start.time, end.price - start.price];
  if (!isTrend(line)) return { ...line, price: roundPrice(line.price + byPrice) };
  const moved = ({ time, price }: Anchor): Anchor => ({
    time: time + byTime,
    price: roundPrice(price + byPrice),
  });
  const next = {
    ...line,
    from: grip === "to" ? line.from : moved(line.from),
    to: grip === "from" ? line.to : moved(line.to),
  };
  return next.from.time === next.to.time ? line : next;
}

/** How far a point is from a stretch, in the same measure as both. */
export function distanceTo(
  point: { x: number; y: number },
  from: { x: number; y: number },
  to: { x: number; y: number },
): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : ((point.x - from.x) * dx + (point.y - from.y) * dy) / length;
  const share = Math.min(Math.max(along, 0), 1);
  return Math.hypot(point.x - from.x - share * dx, point.y - from.y - share * dy);
}

/**
 * Where a time stands among candles, in candles from the first: between two where it is between their times, and
 * beyond either end as far as so many seconds a candle make it.
 */
export function placeOfTime(times: ArrayLike<number>, time: number, seconds: number): number {
  const first = times[0];
  const last = times[times.length - 1];
  if (first === undefined || last === undefined) return 0;
  if (time <= first) return (time - first) / seconds;
  if (time >= last) return times.length - 1 + (time - last) / seconds;
  let low = 0;
  let high = times.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) <= time) low = middle;
    else high = middle;
  }
  const [before = first, after = last] = [times[low], times[high]];
  return low + (time - before) / (after - before);
}

/** The time at a place among candles: what `placeOfTime` undoes. */
export function timeOfPlace(times: ArrayLike<number>, place: number, seconds: number): number {
  const first = times[0];
  const last = times[times.length - 1];
  if (first === undefined || last === undefined) return 0;
  if (place <= 0) return Math.round(first + place * seconds);
  if (place >= times.length - 1) return Math.round(last + (place - times.length + 1) * seconds);
  const low = Math.floor(place);
  const [before = first, after = last] = [times[low], times[low + 1]];
  return Math.round(before + (place - low) * (after - before));
}
