/** The process clock. Money rules use the database's `app_now()` instead. */
export function now(): Date {
  return new Date();
}

/** The moment that a date or time names. Nothing here is older than 1970, and Postgres knows no year 0. */
export function timeOf(text: string): Date {
  return new Date(Math.max(0, Date.parse(text)));
}

/** The 00:00 UTC at or before `at`. */
export function utcMidnight(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()));
}
