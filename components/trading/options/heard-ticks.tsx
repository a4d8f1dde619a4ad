"use client";

import { createContext, type ReactNode, use, useState } from "react";
import { useLivePrice } from "@/components/market/use-live-price";
import type { PriceResponse } from "@/lib/market/schema";
import { type Tick, withTick } from "./tick-rules";

const NONE: readonly Tick[] = [];
const Ticks = createContext(NONE);

/** Keeps each price that the page hears. Of what is in it only that is drawn anew for each, which reads them. */
export function HeardTicks({ children }: { children: ReactNode }) {
  return <Ticks value={useTicks(useLivePrice().price)}>{children}</Ticks>;
}

/** The prices that the page has heard since it was opened. */
export const useHeardTicks = (): readonly Tick[] => use(Ticks);

function useTicks(price: PriceResponse | null): readonly Tick[] {
  const [ticks, setTicks] = useState(NONE);
  if (!price?.price || !price.at || price.contested) return ticks;
  const next = withTick(ticks, { atMs: Date.parse(price.at), price: Number(price.price) });
  if (next !== ticks) setTicks(next);
  return next;
}
