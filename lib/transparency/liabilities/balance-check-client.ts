/** When a person's browser looks for its balance, and what came of it. What it looks with comes when it does. */

import { storedToken } from "@/lib/platform/client/api";
import { readStored, writeStored } from "@/lib/platform/client/safe-storage";
import { changeKept, readKept } from "../witnesses/browser-store-client";
import type { BalanceCheck } from "./own-balance-rules";

/** `none`: nothing is published yet. `failed`: it could not be read now. `done`: see the last check. */
export type BalanceLook = "checking" | "none" | "failed" | "done";

export type BalanceState = { look: BalanceLook | null; check: BalanceCheck | null };

const EVENT = "balance-check";
const DONE_KEY = "balance-checked";
/** So much of a session's token tells it from others, and is good for nothing else. */
const TAIL = 12;
const resultKey = (userId: string) => `balance ${userId}`;

const unknown: BalanceState = { look: null, check: null };
const states = new Map<string, BalanceState>();

/** What is known of a person's balance in this document; the same object until it changes. */
export const balanceState = (userId: string): BalanceState => states.get(userId) ?? unknown;

/** @returns the way to stop */
export function onBalanceState(told: () => void): () => void {
  window.addEventListener(EVENT, told);
  return () => window.removeEventListener(EVENT, told);
}

function note(userId: string, changes: Partial<BalanceState>): void {
  states.set(userId, { ...balanceState(userId), ...changes });
  window.dispatchEvent(new Event(EVENT));
}

/** One tab after the other, where the browser can have them wait. */
const inTurn = (work: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request(EVENT, work) : work();

/** Whoever logs in is looked for anew, and so is who was not found, as soon as something new is published. */
async function look(userId: string, session: string): Promise<void> {
  const kept = await readKept<BalanceCheck>(resultKey(userId)).catch(() => undefined);
  const last = kept ?? balanceState(userId).check;
  if (last) note(userId, { check: last });
  const isDone = readStored("localStorage", DONE_KEY) === session && last !== null;
  if (isDone && last.problem === null) return note(userId, { look: "done" });
  if (!navigator.onLine) return;
  if (!isDone) note(userId, { look: "checking" });
  const { findOwnBalance } = await import("./own-balance-client");
  const check = await findOwnBalance(userId, isDone ? last.at : null);
  if (check === "none") return note(userId, { look: "none" });
  if (check !== "same") {
    note(userId, { check });
    // Where the browser keeps nothing, each document looks.
    await changeKept<BalanceCheck>(resultKey(userId), () => check).catch(() => undefined);
  }
  writeStored("localStorage", DONE_KEY, session);
  note(userId, { look: "done" });
}

/** Looks for one's balance in the newest published trees, once for each time that somebody logs in. */
export async function checkOwnBalance(userId: string): Promise<void> {
  const session = storedToken()?.slice(-TAIL);
  if (!session || balanceState(userId).look === "checking") return;
  try {
    await inTurn(() => look(userId, session));
  } catch {
    // Where the site does not answer the next visit looks.
    note(userId, { look: "failed" });
  }
}
