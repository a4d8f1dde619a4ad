"use client";

import { useSyncExternalStore } from "react";
import type { RealtimeState } from "@/lib/platform/client/realtime";

type Snapshot = { state: RealtimeState; clockOffsetMs: number };

const INITIAL: Snapshot = { state: "connecting", clockOffsetMs: 0 };
/** Offsets kept for the estimate; the least delayed of them counts. */
const SAMPLES = 20;
const OFFSET_STEP_MS = 50;

let snapshot = INITIAL;
let offsets: number[] = [];
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
  if (!Number.isFinite(serverMs)) return;
  offsets = [...offsets.slice(1 - SAMPLES), serverMs - deviceMs];
  const clockOffsetMs = Math.max(...offsets);
  if (Math.abs(clockOffsetMs - snapshot.clockOffsetMs) >= OFFSET_STEP_MS) {
    change({ ...snapshot, clockOffsetMs });
  }
}

/** Forgets what was learnt, when the connection is given up. */
export function resetRealtimeState(): void {
  offsets = [];
  change(INITIAL);
}

/**
 * The state of the live connection: "live" has a socket, "polling" asks every few seconds,
 * "connecting" is on its way (back), "down" has none.
 */
export function useRealtimeState(): RealtimeState {
  return useSyncExternalStore(
    subscribe,
    () => snapshot.state,
    () => INITIAL.state,
  );
}

/** Server clock minus device clock in milliseconds; 0 until a price arrived. */
export function useClockOffset(): number {
  return useSyncExternalStore(
    subscribe,
    () => snapshot.clockOffsetMs,
    () => INITIAL.clockOffsetMs,
  );
}
