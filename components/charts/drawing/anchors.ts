/** Where the points of drawn lines stand: among candles by their time, in the pane of the price. */
import { type Anchor, placeOfTime, timeOfPlace } from "../lines/line-rules";
import type { Place } from "./gestures";
import { type Layout, placeAt, valueAt, xOf, yOf } from "./layout";
import type { Bars } from "./picture";
import { secondsOfBars } from "./time-marks";

const timesOf = ({ time, count }: Bars) => time.subarray(0, count);

/** A point of a line in px from the left and from the top; null where there is no pane. */
export function pointOf(layout: Layout, bars: Bars, { time, price }: Anchor): Place | null {
  const [pane] = layout.panes;
  if (!pane) return null;
  const place = placeOfTime(timesOf(bars), time, secondsOfBars(bars));
  return { x: xOf(layout, place), y: yOf(pane, price) };
}

/** What `pointOf` undoes. */
export function anchorAt(layout: Layout, bars: Bars, { x, y }: Place): Anchor {
  const [pane] = layout.panes;
  const time = timeOfPlace(timesOf(bars), placeAt(layout, x), secondsOfBars(bars));
  return { time, price: pane ? valueAt(pane, y) : 0 };
}
