import type { PortfolioPeriod } from "@/lib/statements/portfolio-schema";

const DAY_MS = 86_400_000;

/** The period to begin with: the month, and for a younger account the shortest that holds all of it. */
export function firstPeriod(firstFundedAt: string | null, nowMs: number): PortfolioPeriod {
  const ageMs = firstFundedAt === null ? 0 : nowMs - Date.parse(firstFundedAt);
  return ageMs < DAY_MS ? "day" : ageMs < 7 * DAY_MS ? "week" : "month";
}

/**
 * The points of a value over time from the first at which something was owned: before it there is nothing to see, and
 * the step up to the first money would flatten all that came after. All of them where nothing else would be left of
 * the line.
 */
export function sinceFirstValue<Point extends { value: string | null }>(
  points: readonly Point[],
): readonly Point[] {
  const first = points.findIndex(({ value }) => value === null || Number(value) !== 0);
  return first > 0 && points.length - first > 1 ? points.slice(first) : points;
}
