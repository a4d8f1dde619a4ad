"use client";

import { useSyncExternalStore } from "react";
import { readStored } from "@/lib/platform/client/safe-storage";
import { UTC } from "@/lib/platform/ui/date-time";
import { announceChoice } from "./choices";
import { TIMES_STORAGE_KEY } from "./stored-choices-script";
import { createStoredWord } from "./stored-flag";
import { ZONE_COOKIE } from "./zone-cookie";

export type TimesChoice = "local" | "utc";

const YEAR_SECONDS = 31_536_000;
/** What browsers call UTC where their device has no other zone. */
const NAMES_OF_UTC = ["Etc/UTC", "Etc/UCT", "Etc/GMT", "GMT"];

const word = createStoredWord<TimesChoice>(TIMES_STORAGE_KEY, ["local", "utc"], "local");

/** Shows times in the zone of the device or in UTC, in all open tabs. */
export function setTimes(choice: TimesChoice): void {
  word.set(choice);
  announceChoice({ times: choice });
}

/** The chosen one of the two; the device's zone while the server renders. */
export const useTimes = word.useValue;

/** The zone of this device by its own word. */
function deviceZone(): string {
  const name = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return !name || NAMES_OF_UTC.includes(name) ? UTC : name;
}

const never = () => () => undefined;

/** The zone of this device; null while the server renders, which can't know it. */
export const useDeviceZone = (): string | null =>
  useSyncExternalStore(never, deviceZone, () => null);

/** The zone that times are to be shown in on this device, by what it has stored. */
export const wantedZone = (): string =>
  readStored("localStorage", TIMES_STORAGE_KEY) === "utc" ? UTC : deviceZone();

/**
 * Keeps the zone for the pages that the server makes.
 * @returns whether this browser keeps it
 */
export function keepZone(zone: string): boolean {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has a Cookie Store, and none on plain http
  document.cookie = `${ZONE_COOKIE}=${encodeURIComponent(zone)}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  return document.cookie.includes(`${ZONE_COOKIE}=`);
}
