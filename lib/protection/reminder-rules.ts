/** When a reminder is due: pure, in milliseconds since the epoch. */

/** A stretch of time that somebody spends here, in whatever tabs. */
export type Visit = { startedMs: number; seenMs: number; remindedMs: number };

/** Whoever was away for so long begins anew. */
export const AWAY_MS = 15 * 60_000;

/**
 * Goes on with a visit, or begins one, and says for how long it has been when the next reminder is due.
 * @param visit what was kept; anything that can't be is none
 * @param everyMs the time between two reminders
 */
export function nextReminder(
  visit: Visit | null,
  nowMs: number,
  everyMs: number,
): { visit: Visit; dueMs: number | null } {
  const known = visit !== null && nowMs >= visit.seenMs && nowMs - visit.seenMs < AWAY_MS;
  if (!known) return { visit: { startedMs: nowMs, seenMs: nowMs, remindedMs: nowMs }, dueMs: null };
  const isDue = nowMs - visit.remindedMs >= everyMs;
  return {
    visit: { ...visit, seenMs: nowMs, remindedMs: isDue ? nowMs : visit.remindedMs },
    dueMs: isDue ? nowMs - visit.startedMs : null,
  };
}
