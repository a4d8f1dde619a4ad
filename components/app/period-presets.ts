import { DAY_MS } from "@/lib/platform/calendar";

/** Periods that are one press away. */
export const PERIOD_PRESETS = ["allTime", "today", "week", "month", "thisMonth", "year"] as const;

/** Days are `YYYY-MM-DD`, UTC, both included. */
export type Period = { from?: string; to?: string };

/** First and last day of a preset, counted from a day; days are UTC and both count whole. */
export function presetPeriod(preset: (typeof PERIOD_PRESETS)[number], today: string): Period {
  const back = (days: number) =>
    new Date(Date.parse(today) - days * DAY_MS).toISOString().slice(0, 10);
  switch (preset) {
    case "allTime":
      return { from: undefined, to: undefined };
    case "today":
      return { from: today, to: today };
    case "week":
      return { from: back(6), to: today };
    case "month":
      return { from: back(29), to: today };
    case "thisMonth":
      return { from: `${today.slice(0, 7)}-01`, to: today };
    case "year":
      return { from: `${today.slice(0, 4)}-01-01`, to: today };
  }
}
