/** The process clock. Money rules use the database's `app_now()` instead. */
export function now(): Date {
  return new Date();
}

/** The 00:00 UTC at or before `at`. */
export function utcMidnight(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()));
}
