"use client";

import type { Live } from "@/components/market/use-blocked-reason";
import { useThrottledValue } from "@/components/ui/display/price-text";
import { lazyPart } from "@/components/ui/overlays/lazy-part";
import { useRecentTrades, useTradeSettings } from "@/lib/trading/client";
import type { TradeDto } from "@/lib/trading/schema";
import { PositionCard } from "../position-card";
import { RecentTrades } from "../recent-trades";
import { WorkspaceList } from "../workspace/workspace";
import { currentPrice } from "./spot-quote";

const OwnOrders = lazyPart(() => import("../orders/own-orders").then((module) => module.OwnOrders));

/** Under the chart: what waits, what was filled, what one holds. */
export function SpotLists({
  live,
  onOpen,
}: {
  live: Live;
  /** A trade that the person wants to see whole. */
  onOpen: (trade: TradeDto | { id: string }) => void;
}) {
  const manual = useTradeSettings().data?.manual;
  const sellPrice = useThrottledValue(manual ? currentPrice("sell", live.price, manual) : null);
  const recent = useRecentTrades("manual", live);
  return (
    <>
      <WorkspaceList>
        <OwnOrders live={live} onReceipt={(id) => onOpen({ id })} />
      </WorkspaceList>
      <WorkspaceList>
        <RecentTrades list={recent} href="/record?type=manual" onOpen={onOpen} />
      </WorkspaceList>
      <WorkspaceList isWide>
        <PositionCard sellPrice={sellPrice} />
      </WorkspaceList>
    </>
  );
}
