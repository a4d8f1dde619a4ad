import { DAY_MS } from "@/lib/platform/calendar";

/** The process clock. Money rules use the database's `app_now()` instead. */
export function now(): Date {
  return new Date();
}

const LATEST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/**
 * Nothing here is older than 1970, and Postgres knows no year 0; nor does it read years of five digits
 * as they are written here.
 */
const clamped = (ms: number) => new Date(Math.min(Math.max(0, ms), LATEST_MS));

/** The moment that a date or time names. */
export function timeOf(text: string): Date {
  return clamped(Date.parse(text));
}

/** The first moment after a period that ends with `text`: a day (UTC) counts whole, a time is the moment itself. */
export function endOf(text: string): Date {
  const isDay = !text.includes("T");
  return clamped(Date.parse(text) + (isDay ? DAY_MS : 0));
}
