"use client";

import { useState } from "react";
import type { Live } from "@/components/market/use-blocked-reason";
import { useThrottledValue } from "@/components/ui/display/price-text";
import { useRecentTrades, useTradeSettings } from "@/lib/trading/client";
import type { TradeDto } from "@/lib/trading/schema";
import { TradeDetail } from "../lazy-dialogs";
import { OwnOrders } from "../orders/own-orders";
import { PositionCard } from "../position-card";
import { RecentTrades } from "../recent-trades";
import { currentPrice } from "../spot/spot-quote";
import { WorkspaceList } from "../workspace/workspace";

/** Under the chart of the market: what waits, what was filled, what one holds. */
export function MarketLists({ live }: { live: Live }) {
  const manual = useTradeSettings().data?.manual;
  const sellPrice = useThrottledValue(manual ? currentPrice("sell", live.price, manual) : null);
  const recent = useRecentTrades("manual", live);
  const [detail, setDetail] = useState<TradeDto | { id: string } | null>(null);
  return (
    <>
      <WorkspaceList>
        <OwnOrders live={live} onReceipt={(id) => setDetail({ id })} />
      </WorkspaceList>
      <WorkspaceList>
        <RecentTrades list={recent} href="/record?type=manual" onOpen={setDetail} />
      </WorkspaceList>
      <WorkspaceList>
        <PositionCard sellPrice={sellPrice} />
      </WorkspaceList>
      {detail ? <TradeDetail trade={detail} onClose={() => setDetail(null)} /> : null}
    </>
  );
}
