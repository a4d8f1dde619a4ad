"use client";

import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { useLivePrice, useLiveState } from "@/components/market/use-live-price";
import { TextLink } from "@/components/ui/text-link";
import { useApproach } from "@/components/ui/use-approach";
import { useTradeSettings } from "@/lib/trading/client";
import type { TradeDto } from "@/lib/trading/schema";
import { loadDialogs, TradeDetail } from "../lazy-dialogs";
import { NewTrade, type NewTradeProps } from "../orders/new-trade";
import { RiskNote } from "../risk-note";
import { TradeSegments } from "../trade-segments";
import { ChartPanel } from "../workspace/chart-panel";
import { showChart, TicketPlace } from "../workspace/ticket-place";
import { Workspace } from "../workspace/workspace";
import { WorkspaceKeys } from "../workspace/workspace-keys";
import type { AskedSide } from "./new-spot";
import { SpotLists } from "./spot-lists";
import { useFixedLines } from "./use-fixed-lines";

/** Everything about buying and selling XAUT: price and chart, the ticket, what one holds, own trades. */
export function SpotScreen({ userId }: { userId: string }) {
  const t = useTranslations("spot");
  const live = useLiveState();
  const settings = useTradeSettings();
  const manual = settings.data?.manual;
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
        chart={<ChartPanel userId={userId} poll={live.poll} lines={lines} />}
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
                <LiveTrade
                  asked={asked}
                  onPlaced={() => setOpen(false)}
                  onReceipt={(trade) => {
                    setOpen(false);
                    setDetail(trade);
                  }}
                />
              )}
            </TicketPlace>
            <RiskNote id="spot-risk" title={t("riskTitle")} line={t("riskLine")} intro={t("intro")}>
              <TextLink href="/recurring-buys" look="action" className="desk:min-h-6!">
                {t("recurring")}
              </TextLink>
            </RiskNote>
          </>
        }
        lists={<SpotLists live={live} onOpen={setDetail} />}
      />
      {detail ? <TradeDetail trade={detail} onClose={() => setDetail(null)} /> : null}
    </>
  );
}

/** The ticket alone is drawn anew for each price. */
function LiveTrade(props: Omit<NewTradeProps, "live">) {
  return <NewTrade {...props} live={useLivePrice()} />;
}
