"use client";

import { useSyncExternalStore } from "react";
import type { RealtimeState } from "@/lib/platform/client/realtime";

type Snapshot = { state: RealtimeState; clockOffsetMs: number | null };

const INITIAL: Snapshot = { state: "connecting", clockOffsetMs: null };
/** Offsets kept for the estimate; the least delayed of them counts. */
const SAMPLES = 20;
const OFFSET_STEP_MS = 50;
/** Two samples in a row that are this much later than the rest are no delay: the device's clock was put forward. */
const JUMP_MS = 5_000;

let snapshot = INITIAL;
let offsets: number[] = [];
let newestMs = Number.NaN;
const listeners = new Set<() => void>();

function change(next: Snapshot): void {
  snapshot = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Says how the connection is; components read it with `useRealtimeState`. */
export function setRealtimeState(state: RealtimeState): void {
  if (state !== snapshot.state) change({ ...snapshot, state });
}

/**
 * Learns the server's clock from an event that was pushed the moment it was made. The largest
 * difference of the last samples is the one that was delayed least.
 */
export function learnClock(serverMs: number, deviceMs = Date.now()): void {
  // An event that is seen again, such as a price that did not change, says later and later what time it was.
  if (!Number.isFinite(serverMs) || serverMs === newestMs) return;
  newestMs = serverMs;
  offsets = [...offsets.slice(1 - SAMPLES), serverMs - deviceMs];
  const before = offsets.slice(0, -2);
  const lastTwo = offsets.slice(-2);
  if (before.length > 0 && Math.max(...before) - Math.max(...lastTwo) > JUMP_MS) offsets = lastTwo;
  const clockOffsetMs = Math.max(...offsets);
  const known = snapshot.clockOffsetMs;
  if (known === null || Math.abs(clockOffsetMs - known) >= OFFSET_STEP_MS) {
    change({ ...snapshot, clockOffsetMs });
  }
}

/** Forgets what was learnt, when the connection is given up. */
export function resetRealtimeState(): void {
  offsets = [];
  newestMs = Number.NaN;
  change(INITIAL);
}

/**
 * The state of the live connection: "live" has a socket, "polling" asks every few seconds,
 * "connecting" is on its way (back).
 */
export function useRealtimeState(): RealtimeState {
  return useSyncExternalStore(
    subscribe,
    () => snapshot.state,
    () => INITIAL.state,
  );
}

/** Server clock minus device clock in milliseconds, as known now; null until a price arrived. */
export const clockOffset = (): number | null => snapshot.clockOffsetMs;

/** The same for a component, which renders again when it changes. */
export function useClockOffset(): number | null {
  return useSyncExternalStore(subscribe, clockOffset, () => INITIAL.clockOffsetMs);
}
