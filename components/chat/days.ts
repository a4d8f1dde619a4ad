import { DAY_MS } from "@/lib/platform/calendar";
import { formatDateTime } from "@/lib/platform/ui/format";

export type Day<T> = { key: string; label: string; items: T[] };
export type DayNames = { today: string; yesterday: string };

/**
 * Splits entries, oldest first, into days.
 * @param nowMs the present: days are those of the reader's time zone, today and yesterday are named.
 * Null on the server, which has no reader: days are UTC
 */
export function splitByDay<T extends { createdAt: string }>(
  entries: readonly T[],
  { nowMs, names }: { nowMs: number | null; names: DayNames },
): Day<T>[] {
  const local = nowMs !== null;
  const dateOf = (at: string | number) => formatDateTime(at, { style: "date", local });
  const named = new Map<string, string>();
  if (nowMs !== null) {
    named.set(dateOf(nowMs - DAY_MS), names.yesterday);
    named.set(dateOf(nowMs), names.today);
  }
  const days: Day<T>[] = [];
  for (const entry of entries) {
    const date = dateOf(entry.createdAt);
    const last = days.at(-1);
    if (last?.key === date) last.items.push(entry);
    else days.push({ key: date, label: named.get(date) ?? date, items: [entry] });
  }
  return days;
}
