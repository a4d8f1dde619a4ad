/** Periods of staff's reports, and what is read out of running totals. No clock here. */
import { DAY_MS, utcMidnight } from "@/lib/platform/calendar";

/** How long a period of a report is. */
export const REPORT_STEPS = ["day", "week", "month"] as const;
export type ReportStep = (typeof REPORT_STEPS)[number];

/** From the first moment of a UTC day to before the first of another. */
export type Period = { from: Date; to: Date };

const DAYS_A_WEEK = 7;
/** 1970-01-01 was a Thursday: three days after a Monday. */
const MONDAY_SHIFT = 3;

/** The first day of the period that is `back` periods before the one with `at`. Weeks begin on Mondays. */
function startOf(step: ReportStep, at: Date, back: number): Date {
  const day = utcMidnight(at);
  if (step === "month")
    return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() - back, 1));
  if (step === "day") return new Date(day.getTime() - back * DAY_MS);
  const sinceMonday = (day.getTime() / DAY_MS + MONDAY_SHIFT) % DAYS_A_WEEK;
  return new Date(day.getTime() - (sinceMonday + back * DAYS_A_WEEK) * DAY_MS);
}

/** The period with `until` and those before it, newest first, none before 1970. */
export function periodsOf(step: ReportStep, until: Date, count: number): Period[] {
  return Array.from({ length: count }, (_, back) => ({
    from: startOf(step, until, back),
    to: startOf(step, until, back - 1),
  })).filter(({ from }) => from.getTime() >= 0);
}

/** A bucket of waits holds those from this to the power of its number on, to the next. */
const BASE = 1.05;

/** How many waits of a bucket there are. */
export type WaitCount = { bucket: number; decisions: number };

/**
 * The wait in seconds that a share of all did not exceed, as exact as its bucket: to 2.5%. Null without any.
 * @param counts the smallest bucket first
 */
export function waitAt(counts: readonly WaitCount[], share: number): number | null {
  const total = counts.reduce((sum, { decisions }) => sum + decisions, 0);
  let seen = 0;
  for (const { bucket, decisions } of counts) {
    seen += decisions;
    if (seen >= share * total) return Math.round(BASE ** (bucket + 0.5));
  }
  return null;
}
