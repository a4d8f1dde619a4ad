/** Checkpoints that answers to orders named, until this browser has held the public log against them. */
import { readStored, writeStored } from "@/lib/platform/client/safe-storage";
import type { SeenLog } from "./seen-schema";

const KEY = "log-seen";
/** Told on the window when there is one more. */
export const SEEN_EVENT = "log-seen";
/** More than that nobody leaves unchecked but who is kept from checking. */
const MAX_KEPT = 50;

/** What is still to be checked. */
export function seenLogs(): SeenLog[] {
  try {
    return JSON.parse(readStored("localStorage", KEY) ?? "[]") as SeenLog[];
  } catch {
    return [];
  }
}

const write = (logs: readonly SeenLog[]) =>
  writeStored("localStorage", KEY, JSON.stringify(logs.slice(0, MAX_KEPT)));

/** Remembers the checkpoint in an answer. @returns the answer */
export function rememberLog<T extends { log?: SeenLog | null }>(answer: T): T {
  if (!answer.log) return answer;
  write([...seenLogs(), answer.log]);
  window.dispatchEvent(new Event(SEEN_EVENT));
  return answer;
}

/** Forgets those that were checked. */
export function forgetLogs(checked: readonly SeenLog[]): void {
  const isChecked = (one: SeenLog) =>
    checked.some(({ size, root }) => size === one.size && root === one.root);
  write(seenLogs().filter((one) => !isChecked(one)));
}
