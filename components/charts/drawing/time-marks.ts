/** The marks of the axis of times: by the clocks of its zone, the same ones while the chart moves below them. */
import { localTime } from "@/lib/platform/calendar-zones";
import { formatDateTime, UTC } from "@/lib/platform/ui/date-time";
import type { Layout } from "./layout";
import { xOf } from "./layout";
import type { Bars } from "./picture";

const DAY_SECONDS = 86_400;
const MINUTE_SECONDS = 60;
/** Labels closer than this would run into each other. */
export const GAP_PX = 72;

interface Level {
  /** What it takes from one mark of it to the next, or nearly. */
  seconds: number;
  /** Changes where a mark of it belongs. */
  keyOf: (local: Local) => number;
}

/** A time by the clocks of a zone, in seconds, and its date. */
interface Local {
  seconds: number;
  year: number;
  month: number;
  day: number;
}

const byClock = (seconds: number): Level => ({
  seconds,
  keyOf: (local) => Math.floor(local.seconds / seconds),
});
const byDate = (days: number, keyOf: Level["keyOf"]): Level => ({
  seconds: days * DAY_SECONDS,
  keyOf,
});
const monthsOf = ({ year, month }: Local) => year * 12 + month;
const byMinutes = [1, 5, 15, 30, 60, 120, 360, 720].map((one) => byClock(one * MINUTE_SECONDS));

/** Each mark of one of them is one of all those before it. */
const LEVELS: readonly Level[] = [
  ...[1, 5, 10, 30].map(byClock),
  ...byMinutes,
  byClock(DAY_SECONDS),
  byDate(5, (local) => monthsOf(local) * 6 + Math.min(Math.floor((local.day - 1) / 5), 5)),
  byDate(15, (local) => monthsOf(local) * 2 + (local.day > 15 ? 1 : 0)),
  byDate(30, monthsOf),
  byDate(91, (local) => Math.floor(monthsOf(local) / 3)),
  byDate(365, ({ year }) => year),
  byDate(730, ({ year }) => Math.floor(year / 2)),
  byDate(3650, ({ year }) => Math.floor(year / 10)),
];
const MINUTE_LEVEL = LEVELS.findIndex(({ seconds }) => seconds === MINUTE_SECONDS);
const DAY_LEVEL = LEVELS.findIndex(({ seconds }) => seconds === DAY_SECONDS);
const MONTH_LEVEL = LEVELS.findIndex(({ seconds }) => seconds === 30 * DAY_SECONDS);
const YEAR_LEVEL = LEVELS.findIndex(({ seconds }) => seconds === 365 * DAY_SECONDS);

/** What the clocks of a zone are ahead of UTC by, in seconds. They are asked twice a day at most: it takes time. */
function offsetsOf(timeZone: string): (time: number) => number {
  const kept = new Map<number, number>();
  const ask = (time: number): number => {
    const { day, minute } = localTime(new Date(time * 1000), timeZone);
    const whole = Math.floor(time / MINUTE_SECONDS) * MINUTE_SECONDS;
    return day / 1000 + minute * MINUTE_SECONDS - whole;
  };
  const atMidnight = (day: number): number => {
    const known = kept.get(day) ?? ask(day * DAY_SECONDS);
    kept.set(day, known);
    return known;
  };
  return (time) => {
    if (timeZone === UTC) return 0;
    const day = Math.floor(time / DAY_SECONDS);
    const before = atMidnight(day);
    return before === atMidnight(day + 1) ? before : ask(time);
  };
}

function localOf(time: number, offset: number): Local {
  const seconds = time + offset;
  const date = new Date(seconds * 1000);
  return {
    seconds,
    year: date.getUTCFullYear(),
    month: date.getUTCMonth(),
    day: date.getUTCDate(),
  };
}

/**
 * The highest of the levels that each candle begins a new mark of, -1 for none: the first one of a day, a month and so
 * on. What nothing stands before begins none.
 */
function levelsOf({ time, count }: Pick<Bars, "time" | "count">, timeZone: string): Int8Array {
  const offsetOf = offsetsOf(timeZone);
  const found = new Int8Array(count).fill(-1);
  let before: number[] | null = null;
  for (let index = 0; index < count; index++) {
    const at = time[index] as number;
    const local = localOf(at, offsetOf(at));
    const keys = LEVELS.map(({ keyOf }) => keyOf(local));
    const previous: number[] | null = before;
    if (previous) found[index] = keys.findLastIndex((key, level) => key !== previous[level]);
    before = keys;
  }
  return found;
}

/** Levels of the candles that were asked about last: they change once a candle, and are asked for at each frame. */
let kept: { time: Float64Array; count: number; timeZone: string; levels: Int8Array } | null = null;

function keptLevelsOf({ time, count }: Bars, timeZone: string): Int8Array {
  if (kept?.time === time && kept.count === count && kept.timeZone === timeZone) {
    return kept.levels;
  }
  kept = { time, count, timeZone, levels: levelsOf({ time, count }, timeZone) };
  return kept.levels;
}

const NEWEST = 20;
/** Where there is one candle only. */
const DEFAULT_SECONDS = 60;

/** What one candle takes, in seconds: the shortest step between the newest ones. */
export function secondsOfBars({ time, count }: Pick<Bars, "time" | "count">): number {
  let shortest = Number.POSITIVE_INFINITY;
  for (let index = Math.max(1, count - NEWEST); index < count; index++) {
    const step = (time[index] as number) - (time[index - 1] as number);
    if (step > 0) shortest = Math.min(shortest, step);
  }
  return Number.isFinite(shortest) ? shortest : DEFAULT_SECONDS;
}

/** How a time is written that begins a mark of this level. */
function textOf(time: number, level: number, timeZone: string, locale: string): string {
  const style =
    level >= YEAR_LEVEL
      ? "year"
      : level >= MONTH_LEVEL
        ? "shortMonth"
        : level >= DAY_LEVEL
          ? "dayMonth"
          : level >= MINUTE_LEVEL
            ? "time"
            : "timeSeconds";
  return formatDateTime(time * 1000, timeZone, { style, locale });
}

export interface TimeMark {
  x: number;
  text: string;
}

/** The marks in sight: of the finest level whose marks are far enough from each other. Without any, of the last candle. */
export function timeMarks(
  bars: Bars,
  layout: Layout,
  { timeZone, locale }: { timeZone: string; locale: string },
): TimeMark[] {
  const levels = keptLevelsOf(bars, timeZone);
  const pxPerSecond = layout.sight.spacing / secondsOfBars(bars);
  const found = LEVELS.findIndex(({ seconds }) => seconds * pxPerSecond >= GAP_PX);
  const least = found < 0 ? LEVELS.length - 1 : found;
  const marks: (TimeMark & { level: number })[] = [];
  for (let index = layout.first; index <= layout.last; index++) {
    const level = levels[index] ?? -1;
    if (level < least) continue;
    const x = xOf(layout, index);
    const previous = marks.at(-1);
    // Time without candles brings marks together: the higher one stays.
    if (previous && x - previous.x < GAP_PX) {
      if (previous.level >= level) continue;
      marks.pop();
    }
    marks.push({ x, level, text: textOf(bars.time[index] as number, level, timeZone, locale) });
  }
  if (marks.length === 0 && layout.last >= layout.first) {
    const level = LEVELS.findLastIndex(({ seconds }) => seconds <= secondsOfBars(bars));
    const text = textOf(bars.time[layout.last] as number, level, timeZone, locale);
    return [{ x: xOf(layout, layout.last), text }];
  }
  return marks.map(({ x, text }) => ({ x, text }));
}
