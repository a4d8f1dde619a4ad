"use client";

import { useState } from "react";
import type { LiveState } from "@/components/market/use-live-price";
import type { TradeDto } from "@/lib/trading/schema";
import { TradeDetail } from "../lazy-dialogs";
import { SpotLists } from "../spot/spot-lists";

/** The lists of spot trading under the chart of the market, with what they open. */
export function MarketLists({ live }: { live: LiveState }) {
  const [detail, setDetail] = useState<TradeDto | { id: string } | null>(null);
  return (
    <>
      <SpotLists live={live} onOpen={setDetail} />
      {detail ? <TradeDetail trade={detail} onClose={() => setDetail(null)} /> : null}
    </>
  );
}
