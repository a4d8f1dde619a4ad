"use client";

import { useTranslations } from "next-intl";
import { useMemo, useRef, useState } from "react";
import { useLivePrice, useLiveState } from "@/components/market/use-live-price";
import { Banner } from "@/components/ui/display/banner";
import { useThrottledValue } from "@/components/ui/display/price-text";
import { lazyPart } from "@/components/ui/overlays/lazy-part";
import { useApproach } from "@/components/ui/use-approach";
import { formatPrice } from "@/lib/platform/ui/format";
import { useRecentTrades, useTradeSettings } from "@/lib/trading/client";
import type { TradeDto } from "@/lib/trading/schema";
import { loadDialogs, TradeDetail } from "../lazy-dialogs";
import { RecentTrades } from "../recent-trades";
import { RiskNote } from "../risk-note";
import { type Direction, directionIcons, directions } from "../ticket";
import { TradeSegments } from "../trade-segments";
import { ChartPanel, type ChartPanelProps } from "../workspace/chart-panel";
import { showChart, TicketPlace } from "../workspace/ticket-place";
import { Workspace, WorkspaceList } from "../workspace/workspace";
import { WorkspaceKeys } from "../workspace/workspace-keys";
import { HeardTicks, useHeardTicks } from "./heard-ticks";
import { NewOption, type NewOptionProps } from "./new-option";
import { OpenOptions, type OpenOptionsProps } from "./open-options";
import { tickCandles } from "./tick-rules";
import { useLastSeconds } from "./use-last-seconds";

const DurationTable = lazyPart(() =>
  import("./duration-table").then((module) => module.DurationTable),
);

const NO_TRADES: TradeDto[] = [];

export interface OptionScreenProps {
  userId: string;
  /** Options may not be offered where the user lives. */
  isCountryBlocked: boolean;
  /** The user has accepted the risks in the version now in force. */
  hasAcceptedRisk: boolean;
}

/** Everything about options: price and chart, what is open, the ticket, own trades. */
export function OptionScreen({ userId, isCountryBlocked, hasAcceptedRisk }: OptionScreenProps) {
  const t = useTranslations("trade");
  const live = useLiveState();
  const settings = useTradeSettings().data;
  const recent = useRecentTrades("option", live);
  const trades = recent.data?.trades ?? NO_TRADES;
  const lines = useEntryLines(trades);
  const isEnding = useLastSeconds(trades, live.clockOffsetMs);
  const [detail, setDetail] = useState<TradeDto | null>(null);
  const [accepted, setAccepted] = useState<TradeDto | null>(null);
  const page = useApproach<HTMLDivElement>(loadDialogs);
  const ticket = useRef<HTMLDivElement>(null);
  const lists = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [direction, setDirection] = useState<Direction>("up");
  const openSheet = (next: Direction) => {
    setDirection(next);
    showChart(page.current);
    setOpen(true);
  };
  const focusOn = (direction: Direction) => () =>
    ticket.current?.querySelector<HTMLElement>(`[data-direction="${direction}"]`)?.focus();
  return (
    <HeardTicks>
      <Workspace
        ref={page}
        ticketRef={ticket}
        listsRef={lists}
        userId={userId}
        kinds={
          <TradeSegments current="option">
            <WorkspaceKeys
              kind="option"
              page={page}
              ticket={ticket}
              lists={lists}
              keys={{ u: focusOn("up"), d: focusOn("down") }}
            />
          </TradeSegments>
        }
        chartLabel={t("chart")}
        chart={<TickChart userId={userId} poll={live.poll} lines={lines} still={isEnding} />}
        ticket={
          <>
            {isCountryBlocked ? (
              <Banner tone="info" title={t("blockedTitle")}>
                {t("blockedText")}
              </Banner>
            ) : (
              <TicketPlace
                isOff={settings?.option.enabled === false}
                title={t("newOption")}
                isOpen={isOpen}
                onOpenChange={setOpen}
                buttons={directions.map((value) => ({
                  variant: value,
                  icon: directionIcons[value],
                  children: t(`sides.${value}`),
                  onClick: () => openSheet(value),
                }))}
              >
                {(isSheet) => (
                  <LiveNewOption
                    hasAcceptedRisk={hasAcceptedRisk}
                    direction={isSheet ? direction : null}
                    onDirection={setDirection}
                    onAccepted={(trade, earlier) => {
                      setAccepted(trade);
                      // What is said of an earlier sending is read in the sheet.
                      if (earlier === null) setOpen(false);
                    }}
                  />
                )}
              </TicketPlace>
            )}
            <RiskNote
              id="option-risk"
              title={t("riskTitle")}
              line={t("riskLine")}
              intro={t("intro")}
            />
          </>
        }
        lists={
          <>
            <WorkspaceList isWide>
              <LiveOpenOptions
                trades={trades}
                acceptedId={accepted?.id}
                clockOffsetMs={live.clockOffsetMs}
                onReceipt={setDetail}
              />
            </WorkspaceList>
            <WorkspaceList>
              <RecentTrades list={recent} href="/record" onOpen={setDetail} />
            </WorkspaceList>
            {settings && !isCountryBlocked ? (
              <WorkspaceList>
                <DurationTable durations={settings.option.durations} />
              </WorkspaceList>
            ) : null}
          </>
        }
      />
      {detail ? <TradeDetail trade={detail} onClose={() => setDetail(null)} /> : null}
    </HeardTicks>
  );
}

// These three alone are drawn anew for each price.

function TickChart(props: Omit<ChartPanelProps, "ticks">) {
  const ticks = useHeardTicks();
  const candles = useMemo(() => tickCandles(ticks), [ticks]);
  return <ChartPanel {...props} ticks={candles} />;
}

function LiveNewOption(props: Omit<NewOptionProps, "live">) {
  return <NewOption {...props} live={useLivePrice()} />;
}

function LiveOpenOptions(props: Omit<OpenOptionsProps, "price" | "ticks">) {
  const { price } = useLivePrice();
  const shown = useThrottledValue(price?.price ?? null);
  // A stalled price says nothing about how an option stands.
  return <OpenOptions {...props} price={price?.stale ? null : shown} ticks={useHeardTicks()} />;
}

/** The entries of open options as lines of the chart; the same array while they stay the same. */
function useEntryLines(trades: readonly TradeDto[]) {
  const t = useTranslations("trade");
  const label = t("entry");
  const entries = trades
    .filter(({ status, entryPrice }) => status === "open" && entryPrice !== null)
    .map(({ id, entryPrice }) => `${id} ${entryPrice}`)
    .join("|");
  return useMemo(
    () =>
      entries === ""
        ? []
        : entries.split("|").map((entry) => {
            const [id = "", price = ""] = entry.split(" ");
            const name = `${label} ${formatPrice(price, { exact: true })}`;
            return { id, price, name, label, isKeptInSight: true };
          }),
    [entries, label],
  );
}
