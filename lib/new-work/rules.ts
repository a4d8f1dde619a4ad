import { daysLater, localTime, momentOf } from "@/lib/platform/calendar-zones";
import type { Permission } from "@/lib/sessions/permission-rules";

/** What staff can be told of, each with the permission that shows it. */
export const WORK_KINDS = {
  deposits: "deposits.read",
  withdrawals: "withdrawals.read",
  approvals: "approvals.read",
  chat: "chat.read",
} as const satisfies Record<string, Permission>;
export type WorkKind = keyof typeof WORK_KINDS;
export const workKinds = Object.keys(WORK_KINDS) as [WorkKind, ...WorkKind[]];

export const NEW_WORK_MODES = ["off", "at-once", "hourly", "daily"] as const;
export type NewWorkMode = (typeof NEW_WORK_MODES)[number];

/** How they are told: by mail, and by push to the devices that they turned that on for. */
export const NEW_WORK_CHANNELS = ["mail", "push"] as const;
export type NewWorkChannel = (typeof NEW_WORK_CHANNELS)[number];

const HOUR_MS = 3_600_000;
export const DEFAULT_HOUR = 8;
export const LAST_HOUR = 23;

/** When somebody is told, in one go, what has come. */
export interface Rhythm {
  mode: NewWorkMode;
  /** Of once a day, by the clocks of the zone. */
  hour: number;
  zone: string;
}

/** The first time after `at` at which somebody is told. What is told at once is due as soon as there is something to tell. */
export function nextTellingAt({ mode, hour, zone }: Rhythm, at: Date): Date {
  if (mode === "hourly") return new Date((Math.floor(at.getTime() / HOUR_MS) + 1) * HOUR_MS);
  if (mode !== "daily") return at;
  const today = { day: localTime(at, zone).day, minute: hour * 60 };
  const due = momentOf(today, zone);
  return due > at ? due : momentOf(daysLater(today, 1), zone);
}

/** The short numbers of what has one, the first ones of many, and how many more there are. */
export function numbersOf(
  all: readonly { number: string | null }[],
  max: number,
): { named: string; more: number } {
  const numbers = all.flatMap(({ number }) => (number === null ? [] : [number]));
  return { named: numbers.slice(0, max).join(", "), more: Math.max(0, numbers.length - max) };
}
