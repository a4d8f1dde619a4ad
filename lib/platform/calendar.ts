/** Days of UTC, which are all alike. No clock here, so that rules may import it. */

export const DAY_MS = 86_400_000;

/** The 00:00 UTC at or before `at`. */
export function utcMidnight(at: Date): Date {
  return new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);
}
