"use client";

import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { PriceChart } from "@/components/market/price-chart";
import { PriceHeader } from "@/components/market/price-header";
import { useLivePrice } from "@/components/market/use-live-price";
import { Banner } from "@/components/ui/display/banner";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { useThrottledValue } from "@/components/ui/display/price-text";
import { lazyPart } from "@/components/ui/overlays/lazy-part";
import { useApproach } from "@/components/ui/use-approach";
import type { PriceResponse } from "@/lib/market/schema";
import { formatPrice } from "@/lib/platform/ui/format";
import { useRecentTrades, useTradeSettings } from "@/lib/trading/client";
import type { TradeDto } from "@/lib/trading/schema";
import { loadDialogs, TradeDetail } from "../lazy-dialogs";
import { RecentTrades } from "../recent-trades";
import { NewOption } from "./new-option";
import { OpenOptions } from "./open-options";
import { type Tick, withTick } from "./tick-rules";
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
  const live = useLivePrice();
  const settings = useTradeSettings().data;
  const shownPrice = useThrottledValue(live.price?.price ?? null);
  const ticks = useTicks(live.price);
  const recent = useRecentTrades("option", live);
  const trades = recent.data?.trades ?? NO_TRADES;
  const lines = useEntryLines(trades);
  const isEnding = useLastSeconds(trades, live.clockOffsetMs);
  const [detail, setDetail] = useState<TradeDto | null>(null);
  const [accepted, setAccepted] = useState<TradeDto | null>(null);
  const page = useApproach<HTMLDivElement>(loadDialogs);
  return (
    <div ref={page} className="grid items-start gap-4 lg:grid-cols-12">
      <div className="min-w-0 space-y-4 lg:col-span-8">
        <Card aria-label={t("chart")}>
          <PriceHeader still={isEnding} />
          <div className="mt-3">
            <PriceChart userId={userId} poll={live.poll} lines={lines} />
          </div>
        </Card>
        <OpenOptions
          trades={trades}
          acceptedId={accepted?.id}
          // A stalled price says nothing about how an option stands.
          price={live.price?.stale ? null : shownPrice}
          clockOffsetMs={live.clockOffsetMs}
          ticks={ticks}
          onReceipt={setDetail}
        />
        {settings && !isCountryBlocked ? (
          <DurationTable durations={settings.option.durations} />
        ) : null}
        <div className="hidden lg:block">
          <RecentTrades list={recent} href="/record" onOpen={setDetail} />
        </div>
      </div>
      <div className="min-w-0 space-y-4 lg:sticky lg:top-20 lg:col-span-4">
        {isCountryBlocked ? (
          <Banner tone="info" title={t("blockedTitle")}>
            {t("blockedText")}
          </Banner>
        ) : (
          <NewOption live={live} hasAcceptedRisk={hasAcceptedRisk} onAccepted={setAccepted} />
        )}
        <Card aria-labelledby="option-risk">
          <SectionTitle id="option-risk">{t("riskTitle")}</SectionTitle>
          <p>{t("riskLine")}</p>
        </Card>
        <div className="lg:hidden">
          <RecentTrades list={recent} href="/record" onOpen={setDetail} />
        </div>
      </div>
      {detail ? <TradeDetail trade={detail} onClose={() => setDetail(null)} /> : null}
    </div>
  );
}

/** The ticks that this page has heard. */
function useTicks(price: PriceResponse | null): readonly Tick[] {
  const [ticks, setTicks] = useState<readonly Tick[]>([]);
  if (!price?.price || !price.at || price.contested) return ticks;
  const next = withTick(ticks, { atMs: Date.parse(price.at), price: Number(price.price) });
  if (next !== ticks) setTicks(next);
  return next;
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
            return { id, price, label: `${label} ${formatPrice(price, { exact: true })}` };
          }),
    [entries, label],
  );
}
