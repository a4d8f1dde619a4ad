"use client";

import { useEffect, useState } from "react";
import { learnClock, useClockOffset, useRealtimeState } from "@/components/app/live/realtime-state";
import { usePrice } from "@/lib/market/client";

/** A price of this age is too old to trade on. */
const BLOCKED_AFTER_MS = 30_000;

/**
 * The current price with what a screen has to know about its age.
 * `isBlocked`: too old, or not known, so that no money action may rest on it.
 */
export function useLivePrice() {
  const realtime = useRealtimeState();
  const poll = realtime !== "live";
  const query = usePrice({ poll });
  const clockOffsetMs = useClockOffset();
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

  const [nowMs, setNowMs] = useState<number | null>(null);
  useEffect(() => {
    const tick = () => setNowMs(Date.now());
    const timer = setInterval(tick, 1000);
    document.addEventListener("visibilitychange", tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", tick);
    };
  }, []);
  const ageMs =
    lastTickAtMs === null || nowMs === null || clockOffsetMs === null
      ? null
      : nowMs + clockOffsetMs - lastTickAtMs;
  return {
    ...query,
    price: query.data ?? null,
    lastTickAtMs,
    clockOffsetMs,
    poll,
    isBlocked:
      (query.data !== undefined && (query.data.stale || query.data.price === null)) ||
      (ageMs !== null && ageMs >= BLOCKED_AFTER_MS),
  };
}
