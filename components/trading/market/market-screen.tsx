"use client";

import { BellRing } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { useLivePrice, useLiveState } from "@/components/market/use-live-price";
import { Button, ButtonLink } from "@/components/ui/button";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { lazyDialog, lazyPart } from "@/components/ui/overlays/lazy-part";
import { useDesk } from "@/components/ui/use-media";
import type { PriceResponse } from "@/lib/market/schema";
import { formatAmount, formatPrice } from "@/lib/platform/ui/format";
import { useFixedLines } from "../spot/use-fixed-lines";
import { ChartPanel } from "../workspace/chart-panel";
import { Workspace } from "../workspace/workspace";
import { WorkspaceKeys } from "../workspace/workspace-keys";

const AlertSheet = lazyDialog(() =>
  import("@/components/market/alert-sheet").then((module) => module.AlertSheet),
);
const MarketLists = lazyPart(() => import("./market-lists").then((module) => module.MarketLists));

const NO_KEYS = {};

/** The gold market: price, day's range, candles and the way to a trade; with room, own orders and fills too. */
export function MarketScreen({ userId }: { userId: string }) {
  const t = useTranslations("market");
  const live = useLiveState();
  const lines = useFixedLines(live);
  const isDesk = useDesk();
  const [isAlerting, setAlerting] = useState(false);
  const page = useRef<HTMLDivElement>(null);
  const facts = useRef<HTMLDivElement>(null);
  const lists = useRef<HTMLDivElement>(null);
  return (
    <>
      <Workspace
        ref={page}
        ticketRef={facts}
        listsRef={lists}
        userId={userId}
        sideLabel={t("sideWidth")}
        chartLabel={t("chart")}
        chart={<ChartPanel userId={userId} poll={live.poll} lines={lines} />}
        ticket={
          <>
            <Card aria-labelledby="market-day">
              <div className="flex items-center justify-between gap-2">
                <SectionTitle id="market-day">{t("dayTitle")}</SectionTitle>
                <WorkspaceKeys
                  kind="market"
                  page={page}
                  ticket={facts}
                  lists={lists}
                  keys={NO_KEYS}
                />
              </div>
              <Day />
              <ButtonLink href="/trade" wide className="mt-3">
                {t("trade")}
              </ButtonLink>
              <Button
                variant="outline"
                wide
                className="mt-3"
                icon={<BellRing aria-hidden="true" />}
                onClick={() => setAlerting(true)}
              >
                {t("alertMe")}
              </Button>
              <p className="mt-3">{t("risk")}</p>
            </Card>
            <Card aria-labelledby="about-xaut">
              <SectionTitle id="about-xaut">{t("aboutTitle")}</SectionTitle>
              <p className="text-text-2">{t("about")}</p>
            </Card>
          </>
        }
        lists={isDesk ? <MarketLists live={live} /> : null}
      />
      <LiveAlertSheet open={isAlerting} onClose={() => setAlerting(false)} />
    </>
  );
}

function LiveAlertSheet(props: { open: boolean; onClose: () => void }) {
  return <AlertSheet {...props} price={useLivePrice().price?.price ?? null} />;
}

/** What the last 24 hours were. */
function Day() {
  const t = useTranslations("market");
  const { price } = useLivePrice();
  return (
    <KeyValueRows
      rows={[
        { label: t("high"), value: formatPrice(price?.high24h) },
        { label: t("low"), value: formatPrice(price?.low24h) },
        {
          label: t("volume"),
          value: formatAmount(price?.volume24h, "XAUT", { unmarked: true }),
        },
        { label: t("source"), value: <Sources price={price} /> },
      ]}
    />
  );
}

function Sources({ price }: { price: PriceResponse | null }) {
  const t = useTranslations("market");
  if (!price?.source) return formatPrice(null);
  return price.source === "live" ? price.sources.join(", ") : t(`sources.${price.source}`);
}
