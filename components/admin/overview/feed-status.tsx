"use client";

import { useTranslations } from "next-intl";
import { useClockOffset, useRealtimeState } from "@/components/app/live/realtime-state";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { LiveDot } from "@/components/ui/display/live-dot";
import { SimulatedPill } from "@/components/ui/display/pill";
import { PriceText } from "@/components/ui/display/price-text";
import { QueryState } from "@/components/ui/display/query-state";
import { usePrice } from "@/lib/market/client";
import { ResumePrices } from "./resume-prices";

/** Where the prices come from and how old the newest one is. */
export function FeedStatus({
  pausedFor,
  mayResume,
}: {
  /** Why trading at these prices is paused; null while it isn't. */
  pausedFor: string | null;
  mayResume: boolean;
}) {
  const t = useTranslations("staff.feed");
  const state = useRealtimeState();
  const clockOffsetMs = useClockOffset();
  const price = usePrice({ poll: state === "polling" });
  const { data } = price;
  return (
    <Card aria-labelledby="feed">
      <SectionTitle id="feed" action={data?.simulated ? <SimulatedPill /> : null}>
        {t("title")}
      </SectionTitle>
      {data ? (
        <KeyValueRows
          rows={[
            {
              label: t("price"),
              value: data.price === null ? t("none") : <PriceText value={data.price} />,
            },
            {
              label: t("age"),
              value: (
                <LiveDot
                  lastTickAtMs={data.at === null ? null : Date.parse(data.at)}
                  clockOffsetMs={clockOffsetMs}
                  stale={data.stale}
                />
              ),
            },
            { label: t("kind"), value: data.source ? t(`kinds.${data.source}`) : t("none") },
            {
              label: t("sources"),
              value: data.sources.length > 0 ? data.sources.join(", ") : t("none"),
            },
            {
              label: t("trading"),
              value: t(data.stale ? "paused" : pausedFor ? "moved" : "running"),
            },
          ]}
        />
      ) : (
        <QueryState query={price} label={t("title")} rows={1} rowClass="h-48" text={t("failed")} />
      )}
      {pausedFor && mayResume ? <ResumePrices /> : null}
    </Card>
  );
}
