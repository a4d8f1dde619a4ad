/** Which notifications reach a person how, beside the list in the app, which has them all. */
import { daysLater, localTime, momentOf, weekdayOf } from "@/lib/platform/calendar-zones";

/** Kinds that a person can tell apart, each with the types of notifications that belong to it. */
const TYPES = {
  payments: ["deposit", "withdrawal", "balance"],
  trading: ["option", "manual", "ai", "storage", "order", "recurring"],
  alerts: ["price-alert"],
  savings: ["saving", "referral"],
  support: ["chat"],
  announcements: ["announcement"],
  account: ["account", "security", "welcome", "approval", "alert"],
} as const;
export type NotificationKind = keyof typeof TYPES;
export const notificationKinds = Object.keys(TYPES) as [NotificationKind, ...NotificationKind[]];

/** These are mailed whatever is chosen: a thief could switch off what gives them away. */
export const ALWAYS_MAILED: readonly NotificationKind[] = ["payments", "account"];

const KIND_OF = new Map(
  notificationKinds.flatMap((kind) =>
    TYPES[kind].map((type): [string, NotificationKind] => [type, kind]),
  ),
);

/** The kind of a type of notification; what is new belongs to the account. */
export const kindOf = (type: string): NotificationKind => KIND_OF.get(type) ?? "account";

/** Minutes of the day by the clocks of a zone, from one (inclusive) to another (exclusive), over midnight too. */
export interface QuietHours {
  from: number;
  to: number;
  zone: string;
}

/** Whether a moment lies in the quiet hours. */
export function isQuiet({ from, to, zone }: QuietHours, at: Date): boolean {
  const { minute } = localTime(at, zone);
  return from < to ? from <= minute && minute < to : from <= minute || minute < to;
}

/** The first moment after quiet hours that contain `at`. */
export function endOfQuiet({ to, zone }: QuietHours, at: Date): Date {
  const today = { day: localTime(at, zone).day, minute: to };
  const end = momentOf(today, zone);
  return end > at ? end : momentOf(daysLater(today, 1), zone);
}

/** The minute of Monday at which the week before is mailed. */
const SUMMARY_MINUTE = 8 * 60;

/** 00:00 of the Monday of the week that contains a moment, by the clocks of a zone. */
const mondayOf = (at: Date, zone: string) => {
  const { day } = localTime(at, zone);
  return daysLater({ day, minute: 0 }, 1 - weekdayOf(day));
};

/** A week by the clocks of a zone, from Monday to Monday. */
export interface Week {
  /** The date of its Monday: what tells weeks apart, in whatever zone. */
  monday: Date;
  from: Date;
  to: Date;
}

/** The last week that is over. */
export function weekBefore(at: Date, zone: string): Week {
  const end = mondayOf(at, zone);
  const start = daysLater(end, -7);
  return { monday: new Date(start.day), from: momentOf(start, zone), to: momentOf(end, zone) };
}

/** The first time after `at` at which a week is mailed: the next Monday at 08:00. */
export function nextSummaryAt(at: Date, zone: string): Date {
  const monday = { ...mondayOf(at, zone), minute: SUMMARY_MINUTE };
  const due = momentOf(monday, zone);
  return due > at ? due : momentOf(daysLater(monday, 7), zone);
}

/** How long a device's message is worth something, in seconds: what ended hours ago is read in the list. */
export const PUSH_LIFE_SECONDS = 6 * 3600;
/** Tries of one message, the first one included; then the list alone has it. */
export const MAX_ATTEMPTS = 6;

/** Seconds until the next try: half a minute, then twice as long each time. */
export const retrySeconds = (attempts: number): number => 30 * 2 ** (attempts - 1);
