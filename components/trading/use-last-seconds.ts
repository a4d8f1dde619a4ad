"use client";

import { useEffect, useState } from "react";
import type { TradeDto } from "@/lib/trading/schema";

const LAST_MS = 10_000;

/**
 * Whether an open option is within its last 10 seconds.
 * @param clockOffsetMs server clock minus device clock; null while it is not known, and so is the answer
 */
export function useLastSeconds(trades: readonly TradeDto[], clockOffsetMs: number | null): boolean {
  const [isLast, setLast] = useState(false);
  useEffect(() => {
    if (clockOffsetMs === null) return;
    const ends = trades
      .filter(({ status }) => status === "open")
      .flatMap(({ expiresAt }) => (expiresAt === null ? [] : [Date.parse(expiresAt)]));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      const nowMs = Date.now() + clockOffsetMs;
      setLast(ends.some((end) => end - LAST_MS <= nowMs && nowMs < end));
      const waits = ends.flatMap((end) => [end - LAST_MS - nowMs, end - nowMs]);
      const coming = waits.filter((wait) => wait > 0);
      if (coming.length > 0) timer = setTimeout(look, Math.min(...coming));
    };
    look();
    // A tab that slept has missed its timers.
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [trades, clockOffsetMs]);
  return clockOffsetMs !== null && isLast;
}
