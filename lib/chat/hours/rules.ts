import { DAY_MS } from "@/lib/platform/calendar";
import { daysLater, localTime, minuteOf, momentOf, weekdayOf } from "@/lib/platform/calendar-zones";
import type { Settings } from "@/lib/settings/schema";

/** When support answers, by day of the week; without a day always. */
export type SupportHours = Settings["supportHours"];

/** Whether support answers at a moment, until or from when, and since when not. */
export type SupportState =
  | { isOpen: true; changesAt: Date | null }
  | { isOpen: false; changesAt: Date; since: Date };

/** More than a week both ways, so that each day of the week is in it. */
const DAYS_AROUND = 8;

type Period = { from: number; to: number };

/** The periods in which support answers around a moment, in order; two that meet are one. */
function periodsAround({ zone, days }: SupportHours, at: Date): Period[] {
  const today = { day: localTime(at, zone).day, minute: 0 };
  const periods: Period[] = [];
  for (let away = -DAYS_AROUND; away <= DAYS_AROUND; away += 1) {
    const { day } = daysLater(today, away);
    const open = days.find((one) => one.day === weekdayOf(day));
    if (!open) continue;
    const moment = (time: string) => momentOf({ day, minute: minuteOf(time) }, zone).getTime();
    const period = { from: moment(open.from), to: moment(open.to) };
    const last = periods.at(-1);
    if (last && last.to >= period.from) last.to = period.to;
    else periods.push(period);
  }
  return periods;
}

/** Whether support answers at a moment. */
export function supportState(hours: SupportHours, at: Date): SupportState {
  const ms = at.getTime();
  const periods = periodsAround(hours, at);
  const next = periods.find(({ to }) => to > ms);
  if (!next) return { isOpen: true, changesAt: null };
  if (next.from <= ms) {
    // What reaches beyond the days that were looked at goes on.
    const isEndless = next.to > ms + (DAYS_AROUND - 1) * DAY_MS;
    return { isOpen: true, changesAt: isEndless ? null : new Date(next.to) };
  }
  const last = periods.findLast(({ to }) => to <= ms);
  return { isOpen: false, changesAt: new Date(next.from), since: new Date(last?.to ?? 0) };
}

/** How many first answers there have to be before their median says anything. */
export const MIN_REPLIES = 20;
