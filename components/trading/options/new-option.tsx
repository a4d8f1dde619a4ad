"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { type Live, useBlockedReason } from "@/components/market/use-blocked-reason";
import { Banner } from "@/components/ui/display/banner";
import { dropFormDraft } from "@/lib/platform/client/form-draft";
import { useRequestKey } from "@/lib/platform/client/request-key";
import {
  acceptOptionRisk,
  type OptionOrder,
  tradingKeys,
  useTradeSettings,
} from "@/lib/trading/client";
import type { TradeDto } from "@/lib/trading/schema";
import { OptionReview, RiskDialog } from "../lazy-dialogs";
import { optionContent } from "../order-content";
import type { RiskQuestion } from "../risk-dialog";
import { SettingsPending } from "../settings-pending";
import { Ticket } from "../ticket";

const QUESTIONS: RiskQuestion[] = [
  { id: "loss", answers: ["all", "half"], reversed: true },
  { id: "odds", answers: ["more", "even"], reversed: false },
  { id: "decides", answers: ["market", "site"], reversed: true },
];

export interface NewOptionProps {
  live: Live;
  hasAcceptedRisk: boolean;
  onAccepted: (trade: TradeDto) => void;
}

/** The way to a new option: ticket, the risks at the first use, review. */
export function NewOption({ live, hasAcceptedRisk, onAccepted }: NewOptionProps) {
  const t = useTranslations("trade");
  const queryClient = useQueryClient();
  const settings = useTradeSettings();
  const [isAccepted, setAccepted] = useState(hasAcceptedRisk);
  const [order, setOrder] = useState<OptionOrder | null>(null);
  const [opened, setOpened] = useState<TradeDto | null>(null);
  const [earlier, setEarlier] = useState<string | null>(null);
  const request = useRequestKey("option");
  const blocked = useBlockedReason(live, "trade");
  if (settings.data === undefined) {
    return (
      <SettingsPending
        settings={settings}
        label={t("newOption")}
        failedText={t("settingsFailed")}
      />
    );
  }
  const { enabled, durations, entryDelayMs } = settings.data.option;
  const rate = durations.find(({ seconds }) => seconds === order?.duration)?.payoutRate;
  const gone = enabled ? t("durationGone") : t("offTitle");
  return (
    <>
      {earlier ? <Banner tone="info">{earlier}</Banner> : null}
      {enabled ? (
        <Ticket
          // An accepted order leaves no amount behind: the next press would be another order.
          key={opened?.id}
          initialSeconds={opened?.duration ?? undefined}
          settings={settings.data}
          blocked={blocked}
          isUnconfirmed={(order) => request.unconfirmed(optionContent(order)) !== null}
          onReview={(next) => {
            setOrder(next);
            void queryClient.invalidateQueries({ queryKey: tradingKeys.settings() });
          }}
        />
      ) : (
        <Banner tone="info" title={t("offTitle")}>
          {t("offText")}
        </Banner>
      )}
      {order && !isAccepted ? (
        <RiskDialog
          namespace="trade.risk"
          points={["stake", "average", "time"]}
          questions={QUESTIONS}
          accept={acceptOptionRisk}
          onClose={() => setOrder(null)}
          onAccepted={() => setAccepted(true)}
        />
      ) : null}
      {order && isAccepted ? (
        <OptionReview
          order={order}
          request={request}
          payoutRate={enabled ? (rate ?? null) : null}
          entryDelayMs={entryDelayMs}
          price={live.price}
          clockOffsetMs={live.clockOffsetMs}
          blocked={enabled && rate !== undefined ? blocked : gone}
          onClose={() => setOrder(null)}
          onAccepted={(trade, earlier) => {
            dropFormDraft("option");
            setOpened(trade);
            setEarlier(earlier);
            onAccepted(trade);
          }}
          onRiskNeeded={() => setAccepted(false)}
        />
      ) : null}
    </>
  );
}
