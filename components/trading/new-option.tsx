"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { useLivePrice } from "@/components/market/use-live-price";
import { Banner } from "@/components/ui/banner";
import { Card } from "@/components/ui/card";
import { Loading, Skeleton } from "@/components/ui/skeleton";
import { ErrorState } from "@/components/ui/states";
import { formatDateTime } from "@/lib/platform/ui/format";
import { type OptionOrder, tradingKeys, useTradeSettings } from "@/lib/trading/client";
import { OptionReview } from "./option-review";
import { RiskDialog } from "./risk-dialog";
import { Ticket } from "./ticket";

type Live = ReturnType<typeof useLivePrice>;

/** The way to a new option: ticket, the risks at the first use, review. */
export function NewOption({ live, hasAcceptedRisk }: { live: Live; hasAcceptedRisk: boolean }) {
  const t = useTranslations("trade");
  const queryClient = useQueryClient();
  const settings = useTradeSettings();
  const [isAccepted, setAccepted] = useState(hasAcceptedRisk);
  const [order, setOrder] = useState<OptionOrder | null>(null);
  const blocked = useBlockedReason(live);
  if (settings.data === undefined) {
    return (
      <Card>
        {settings.isError ? (
          <ErrorState
            text={t("settingsFailed")}
            retrying={settings.isFetching}
            onRetry={() => void settings.refetch()}
          />
        ) : (
          <Loading label={t("newOption")}>
            <Skeleton className="h-[420px]" />
          </Loading>
        )}
      </Card>
    );
  }
  if (!settings.data.option.enabled) {
    return (
      <Banner tone="info" title={t("offTitle")}>
        {t("offText")}
      </Banner>
    );
  }
  const { durations } = settings.data.option;
  const rate = durations.find(({ seconds }) => seconds === order?.duration)?.payoutRate;
  return (
    <>
      <Ticket
        settings={settings.data}
        blocked={blocked}
        onReview={(next) => {
          setOrder(next);
          void queryClient.invalidateQueries({ queryKey: tradingKeys.settings() });
        }}
      />
      {order && !isAccepted ? (
        <RiskDialog onClose={() => setOrder(null)} onAccepted={() => setAccepted(true)} />
      ) : null}
      {order && isAccepted ? (
        <OptionReview
          order={order}
          payoutRate={rate ?? "0"}
          price={live.price}
          clockOffsetMs={live.clockOffsetMs}
          blocked={rate === undefined ? t("durationGone") : blocked}
          onClose={() => setOrder(null)}
          onRiskNeeded={() => setAccepted(false)}
        />
      ) : null}
    </>
  );
}

/** Why no option can be opened on the price as it is; null when one can. */
function useBlockedReason({ price, isBlocked, isDisconnected, lastTickAtMs }: Live): string | null {
  const t = useTranslations("trade");
  if (isDisconnected) return t("blocked.disconnected");
  if (price === null) return t("blocked.unknown");
  if (!isBlocked) return null;
  return t("blocked.stale", {
    time: formatDateTime(lastTickAtMs, { style: "timeSeconds", zone: true }),
  });
}
