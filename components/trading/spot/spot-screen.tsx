"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { PriceChart } from "@/components/market/price-chart";
import { PriceHeader } from "@/components/market/price-header";
import { useLivePrice } from "@/components/market/use-live-price";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { useThrottledValue } from "@/components/ui/display/price-text";
import { lazyPart } from "@/components/ui/overlays/lazy-part";
import { TextLink } from "@/components/ui/text-link";
import { useApproach } from "@/components/ui/use-approach";
import { useRecentTrades, useTradeSettings } from "@/lib/trading/client";
import type { TradeDto } from "@/lib/trading/schema";
import { loadDialogs, TradeDetail } from "../lazy-dialogs";
import { NewTrade } from "../orders/new-trade";
import { PositionCard } from "../position-card";
import { RecentTrades } from "../recent-trades";
import { TradeSegments } from "../trade-segments";
import { showChart, TicketPlace } from "../workspace/ticket-place";
import { Workspace, WorkspaceList } from "../workspace/workspace";
import { WorkspaceKeys } from "../workspace/workspace-keys";
import type { AskedSide } from "./new-spot";
import { currentPrice } from "./spot-quote";
import { useFixedLines } from "./use-fixed-lines";

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
  const ticket = useRef<HTMLDivElement>(null);
  const lists = useRef<HTMLDivElement>(null);
  const [asked, setAsked] = useState<AskedSide | null>(null);
  const [isOpen, setOpen] = useState(false);
  const openSheet = (side: AskedSide["side"]) => {
    setAsked({ side });
    showChart(page.current);
    setOpen(true);
  };
  return (
    <>
      <Workspace
        ref={page}
        ticketRef={ticket}
        listsRef={lists}
        userId={userId}
        kinds={
          <TradeSegments current="manual">
            <WorkspaceKeys
              kind="spot"
              page={page}
              ticket={ticket}
              lists={lists}
              keys={{
                b: () => setAsked({ side: "buy" }),
                s: () => setAsked({ side: "sell" }),
              }}
            />
          </TradeSegments>
        }
        chartLabel={t("chart")}
        chart={
          <>
            <PriceHeader />
            <div className="mt-3 desk:mt-1 desk:flex desk:min-h-0 desk:flex-1 desk:flex-col">
              <PriceChart isPanel userId={userId} poll={live.poll} lines={lines} />
            </div>
          </>
        }
        ticket={
          <>
            <TicketPlace
              isOff={manual?.enabled === false}
              title={t("ticket")}
              isOpen={isOpen}
              onOpenChange={setOpen}
              buttons={(["buy", "sell"] as const).map((side) => ({
                variant: side === "buy" ? "up" : "down",
                children: t(`sides.${side}`),
                onClick: () => openSheet(side),
              }))}
            >
              {() => (
                <NewTrade
                  live={live}
                  asked={asked}
                  onPlaced={() => setOpen(false)}
                  onReceipt={(trade) => {
                    setOpen(false);
                    setDetail(trade);
                  }}
                />
              )}
            </TicketPlace>
            <Card aria-labelledby="spot-risk">
              <SectionTitle id="spot-risk">{t("riskTitle")}</SectionTitle>
              <p>{t("riskLine")}</p>
              <p className="mt-2 text-text-2">{t("intro")}</p>
              <TextLink href="/recurring-buys" look="action">
                {t("recurring")}
              </TextLink>
            </Card>
          </>
        }
        lists={
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
          </>
        }
      />
      {detail ? <TradeDetail trade={detail} onClose={() => setDetail(null)} /> : null}
    </>
  );
}
