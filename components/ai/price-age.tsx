"use client";

import { useLivePrice } from "@/components/market/use-live-price";
import { LiveDot } from "@/components/ui/live-dot";

/** How old the price is that runs are valued at. */
export function PriceAge() {
  const { lastTickAtMs, clockOffsetMs } = useLivePrice();
  return <LiveDot lastTickAtMs={lastTickAtMs} clockOffsetMs={clockOffsetMs} />;
}
