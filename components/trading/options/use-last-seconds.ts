"use client";

import { useEffect, useState } from "react";
import { scheduleWithVisibility } from "@/components/ui/time/wake-ups";
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
    return scheduleWithVisibility(() => {
      const nowMs = Date.now() + clockOffsetMs;
      setLast(ends.some((end) => end - LAST_MS <= nowMs && nowMs < end));
      const waits = ends.flatMap((end) => [end - LAST_MS - nowMs, end - nowMs]);
      const coming = waits.filter((wait) => wait > 0);
      return coming.length > 0 ? Math.min(...coming) : null;
    });
  }, [trades, clockOffsetMs]);
  return clockOffsetMs !== null && isLast;
}
