/** Which notifications reach a person how, beside the list in the app, which has them all. */
import { localTime } from "@/lib/platform/calendar-zones";

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

/** How long a device's message is worth something, in seconds: what ended hours ago is read in the list. */
export const PUSH_LIFE_SECONDS = 6 * 3600;
/** Tries of one message, the first one included; then the list alone has it. */
export const MAX_ATTEMPTS = 6;

/** Seconds until the next try: half a minute, then twice as long each time. */
export const retrySeconds = (attempts: number): number => 30 * 2 ** (attempts - 1);
