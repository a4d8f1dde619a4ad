"use client";

import { type LiveState, useLivePrice } from "@/components/market/use-live-price";
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
  live: LiveState;
  /** A trade that the person wants to see whole. */
  onOpen: (trade: TradeDto | { id: string }) => void;
}) {
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
        <LivePosition />
      </WorkspaceList>
    </>
  );
}

function LivePosition() {
  const manual = useTradeSettings().data?.manual;
  const { price } = useLivePrice();
  const sellPrice = useThrottledValue(manual ? currentPrice("sell", price, manual) : null);
  return <PositionCard sellPrice={sellPrice} />;
}
