"use client";

import { useEffect, useSyncExternalStore } from "react";
import { learnClock, useClockOffset, useRealtimeState } from "@/components/app/live/realtime-state";
import { everySecond } from "@/components/ui/time/every-second";
import { usePrice } from "@/lib/market/client";

/** A price of this age is too old to trade on. */
const BLOCKED_AFTER_MS = 30_000;

export interface LiveState {
  /** Prices have to be asked for: no socket brings them. */
  poll: boolean;
  /** Server clock minus device clock in milliseconds; null until a price arrived. */
  clockOffsetMs: number | null;
}

/** How the page hears of prices. For what has none of them in it: with `useLivePrice` it is drawn anew for each. */
export function useLiveState(): LiveState {
  return { poll: useRealtimeState() !== "live", clockOffsetMs: useClockOffset() };
}

/**
 * The current price with what a screen has to know about its age.
 * `isBlocked`: too old, or not known, so that no money action may rest on it.
 */
export function useLivePrice() {
  const { poll, clockOffsetMs } = useLiveState();
  const query = usePrice({ poll });
  const at = query.data?.at ?? null;
  const lastTickAtMs = at === null ? null : Date.parse(at);
  // When a price that came with a page was received is itself reckoned from the clock, so it can only be the first word.
  const receivedAtMs =
    query.data?.receivedAtMs ?? (clockOffsetMs === null ? query.dataUpdatedAt : null);
  // The last tick of a stalled market says nothing about what time it is now.
  const isCurrent = query.data?.stale === false;
  useEffect(() => {
    if (isCurrent && lastTickAtMs !== null && receivedAtMs !== null) {
      learnClock(lastTickAtMs, receivedAtMs);
    }
  }, [isCurrent, lastTickAtMs, receivedAtMs]);
  const isTooOld = useSyncExternalStore(
    everySecond,
    () =>
      lastTickAtMs !== null &&
      clockOffsetMs !== null &&
      Date.now() + clockOffsetMs - lastTickAtMs >= BLOCKED_AFTER_MS,
    () => false,
  );
  return {
    ...query,
    price: query.data ?? null,
    lastTickAtMs,
    clockOffsetMs,
    poll,
    isBlocked:
      (query.data !== undefined && (query.data.stale || query.data.price === null)) || isTooOld,
  };
}
