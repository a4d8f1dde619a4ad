"use client";

import { useLivePrice } from "@/components/market/use-live-price";
import { LiveDot } from "@/components/ui/display/live-dot";
import { useRuns } from "@/lib/ai/runs-client";

/** How old the values of runs are: as old as the answer that has them, or as the last price where that is older. */
export function PriceAge() {
  const { price, lastTickAtMs, clockOffsetMs } = useLivePrice();
  const { dataUpdatedAt } = useRuns();
  const valuedAtMs = dataUpdatedAt + (clockOffsetMs ?? 0);
  return (
    <LiveDot
      lastTickAtMs={lastTickAtMs === null ? null : Math.min(lastTickAtMs, valuedAtMs)}
      clockOffsetMs={clockOffsetMs}
      stale={price?.stale}
    />
  );
}
