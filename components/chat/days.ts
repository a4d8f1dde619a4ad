import type { WriteTime } from "@/components/ui/time/use-date-time";
import { DAY_MS } from "@/lib/platform/calendar";

export type Day<T> = { key: string; label: string; items: T[] };
export type DayNames = { today: string; yesterday: string };

/**
 * Splits entries, oldest first, into days of the zone that times are shown in.
 * @param nowMs the present, by which today and yesterday are named; null on the server
 * @param write writes a time in that zone
 */
export function splitByDay<T extends { createdAt: string }>(
  entries: readonly T[],
  { nowMs, names, write }: { nowMs: number | null; names: DayNames; write: WriteTime },
): Day<T>[] {
  const dateOf = (at: string | number) => write(at, { style: "date" });
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
