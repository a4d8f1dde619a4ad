"use client";

import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import type { PriceLine } from "@/components/charts/chart-drawing";
import { PriceChart } from "@/components/market/price-chart";
import { PriceHeader } from "@/components/market/price-header";
import type { Live } from "@/components/market/use-blocked-reason";
import { useLivePrice } from "@/components/market/use-live-price";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { useThrottledValue } from "@/components/ui/display/price-text";
import { lazyPart } from "@/components/ui/overlays/lazy-part";
import { useApproach } from "@/components/ui/use-approach";
import { useOpenOrders } from "@/lib/orders/client";
import { formatPrice } from "@/lib/platform/ui/format";
import { usePosition, useRecentTrades, useTradeSettings } from "@/lib/trading/client";
import type { TradeDto } from "@/lib/trading/schema";
import { loadDialogs, TradeDetail } from "../lazy-dialogs";
import { NewTrade } from "../orders/new-trade";
import { PositionCard } from "../position-card";
import { RecentTrades } from "../recent-trades";
import { currentPrice } from "./spot-quote";

const OwnOrders = lazyPart(() => import("../orders/own-orders").then((module) => module.OwnOrders));

/** Everything about buying and selling XAUT: price and chart, the ticket, what one holds, own trades. */
export function SpotScreen({ userId }: { userId: string }) {
  const t = useTranslations("spot");
  const live = useLivePrice();
  const settings = useTradeSettings();
  const manual = settings.data?.manual;
  const sellPrice = useThrottledValue(manual ? currentPrice("sell", live.price, manual) : null);
  const recent = useRecentTrades("manual", live);
  const lines = useFixedLines(live);
  const [detail, setDetail] = useState<TradeDto | { id: string } | null>(null);
  const page = useApproach<HTMLDivElement>(loadDialogs);
  return (
    <div ref={page} className="grid items-start gap-4 lg:grid-cols-12">
      <div className="min-w-0 space-y-4 lg:col-span-8">
        <Card aria-label={t("chart")}>
          <PriceHeader />
          <div className="mt-3">
            <PriceChart userId={userId} poll={live.poll} lines={lines} />
          </div>
        </Card>
        <div className="hidden space-y-4 lg:block">
          <OwnOrders live={live} onReceipt={(id) => setDetail({ id })} />
          <RecentTrades list={recent} href="/record?type=manual" onOpen={setDetail} />
        </div>
      </div>
      <div className="min-w-0 space-y-4 lg:sticky lg:top-20 lg:col-span-4">
        <NewTrade live={live} onReceipt={setDetail} />
        <PositionCard sellPrice={sellPrice} />
        <Card aria-labelledby="spot-risk">
          <SectionTitle id="spot-risk">{t("riskTitle")}</SectionTitle>
          <p>{t("riskLine")}</p>
        </Card>
        <div className="space-y-4 lg:hidden">
          <OwnOrders live={live} onReceipt={(id) => setDetail({ id })} />
          <RecentTrades list={recent} href="/record?type=manual" onOpen={setDetail} />
        </div>
      </div>
      {detail ? <TradeDetail trade={detail} onClose={() => setDetail(null)} /> : null}
    </div>
  );
}

/** The average cost and the orders that wait as lines of the chart; the same array while they stay the same. */
function useFixedLines(live: Pick<Live, "poll">): readonly PriceLine[] {
  const t = useTranslations("spot.position");
  const names = useTranslations("orders.names");
  const lines = useTranslations("charts.lines");
  const averageCost = usePosition().data?.averageCost ?? null;
  const orders = useOpenOrders(live).data?.orders;
  return useMemo(
    () => [
      ...(averageCost === null
        ? []
        : [
            {
              id: "average-cost",
              price: averageCost,
              label: `${t("averageCost")} ${formatPrice(averageCost)}`,
            },
          ]),
      ...(orders ?? []).map(({ id, type, side, price }) => ({
        id,
        price,
        label: names(`${type}.${side}`, { price: formatPrice(price, { exact: true }) }),
        note: lines("orderNote"),
      })),
    ],
    [averageCost, orders, t, names, lines],
  );
}
