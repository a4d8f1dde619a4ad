/** Times of a day in a zone. No clock here, so that rules may import it. */

import { DAY_MS } from "./calendar";

const MINUTE_MS = 60_000;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  });
  formats.set(timeZone, format);
  return format;
}

/** What clocks of a zone show, as the moment at which those of UTC do; seconds are left out. */
function shown(at: number, zone: string): number {
  const parts = formatOf(zone).formatToParts(at);
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = (
    ["year", "month", "day", "hour", "minute"] as const
  ).map((name) => Number(parts.find(({ type }) => type === name)?.value));
  return Date.UTC(year, month - 1, day, hour, minute);
}

/** A day and minute by the clocks of a zone: `day` is its 00:00 as if it were of UTC. */
export interface LocalTime {
  day: number;
  /** Since midnight by the clock. */
  minute: number;
}

/** The minute of the day of a time such as `07:30`; `24:00` is the end of the day. */
export function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

/** What clocks of a zone show at a moment. */
export function localTime(at: Date, zone: string): LocalTime {
  const wall = shown(at.getTime(), zone);
  const day = Math.floor(wall / DAY_MS) * DAY_MS;
  return { day, minute: (wall - day) / MINUTE_MS };
}

/**
 * The moment at which clocks of a zone show a time: the earlier one where they are put back over it. A time that they are
 * put forward over is taken as much later as they jump.
 */
export function momentOf({ day, minute }: LocalTime, zone: string): Date {
  const wall = day + minute * MINUTE_MS;
  // Of the offsets around it, since it may change in between.
  const [before = 0, after = 0] = [-DAY_MS, DAY_MS].map(
    (away) => wall - (shown(wall + away, zone) - (wall + away)),
  );
  const [first, second] = before < after ? [before, after] : [after, before];
  return new Date(
    shown(first, zone) === wall ? first : shown(second, zone) === wall ? second : before,
  );
}

/** The same time so many days later by the clock. */
export const daysLater = ({ day, minute }: LocalTime, days: number): LocalTime => ({
  day: day + days * DAY_MS,
  minute,
});

/** The day of the week, 1 for Monday to 7 for Sunday. */
export const weekdayOf = (day: number): number => ((Math.floor(day / DAY_MS) + 3) % 7) + 1;
