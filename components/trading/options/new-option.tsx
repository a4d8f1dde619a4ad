"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useMoneyForm } from "@/components/forms/money/use-money-form";
import { type Live, useBlockedReason } from "@/components/market/use-blocked-reason";
import { Banner } from "@/components/ui/display/banner";
import { useBalance } from "@/lib/accounts/client";
import { useFormDraft } from "@/lib/platform/client/form-draft";
import { useRequestKey } from "@/lib/platform/client/request-key";
import { limitProblem } from "@/lib/platform/ui/amount-input";
import { acceptOptionRisk, tradingKeys, useTradeSettings } from "@/lib/trading/client";
import type { OptionOrder } from "@/lib/trading/placing-client";
import type { TradeDto, TradeSettings } from "@/lib/trading/schema";
import { OptionReview, RiskDialog } from "../lazy-dialogs";
import { optionContent } from "../order-content";
import type { RiskQuestion } from "../risk-dialog";
import { SettingsPending } from "../settings-pending";
import { chosenDuration, type Direction, type OptionFields, Ticket } from "../ticket";

const START: OptionFields = { amount: "", seconds: "" };

const QUESTIONS: RiskQuestion[] = [
  { id: "loss", answers: ["all", "half"], reversed: true },
  { id: "odds", answers: ["more", "even"], reversed: false },
  { id: "decides", answers: ["market", "site"], reversed: true },
];

export interface NewOptionProps {
  live: Live;
  hasAcceptedRisk: boolean;
  /** `earlier` says that it is the option of an earlier sending; null for a new one. */
  onAccepted: (trade: TradeDto, earlier: string | null) => void;
  /** In a sheet that was opened for a direction. */
  direction?: Direction | null;
  onDirection?: (direction: Direction) => void;
}

/** The way to a new option: ticket, the risks at the first use, review. */
export function NewOption(props: NewOptionProps) {
  const t = useTranslations("trade");
  const settings = useTradeSettings();
  return settings.data ? (
    <OptionForm {...props} settings={settings.data} />
  ) : (
    <SettingsPending settings={settings} label={t("newOption")} failedText={t("settingsFailed")} />
  );
}

interface OptionFormProps extends NewOptionProps {
  settings: TradeSettings;
}

function OptionForm({
  live,
  hasAcceptedRisk,
  onAccepted,
  direction,
  onDirection,
  settings,
}: OptionFormProps) {
  const t = useTranslations("trade");
  const queryClient = useQueryClient();
  const [isAccepted, setAccepted] = useState(hasAcceptedRisk);
  const [earlier, setEarlier] = useState<string | null>(null);
  const blocked = useBlockedReason(live, "trade");
  const available = useBalance().data?.balances.USDT.available;
  const { enabled, durations, minAmount, maxAmount, entryDelayMs } = settings.option;
  // An accepted order leaves no amount behind: the next press would be another order.
  const draft = useFormDraft<OptionFields>("option", START, { stays: ["seconds"] });
  const duration = chosenDuration(settings.option, draft.fields)?.seconds;
  const form = useMoneyForm<OptionOrder, Direction>({
    draft,
    request: useRequestKey("option"),
    orderOf: (amount, direction) =>
      duration === undefined ? null : { direction, amount, duration },
    contentOf: optionContent,
    check: (amount) => limitProblem(amount, { min: minAmount, max: maxAmount, available }),
    blocked,
    onReview: () => void queryClient.invalidateQueries({ queryKey: tradingKeys.settings() }),
  });
  const { reviewed } = form;
  const rate = durations.find(({ seconds }) => seconds === reviewed?.order.duration)?.payoutRate;
  const gone = enabled ? t("durationGone") : t("offTitle");
  return (
    <>
      {earlier ? <Banner tone="info">{earlier}</Banner> : null}
      {enabled ? (
        <Ticket
          settings={settings}
          draft={draft}
          form={form}
          blocked={blocked}
          direction={direction}
          onDirection={onDirection}
        />
      ) : (
        <Banner tone="info" title={t("offTitle")}>
          {t("offText")}
        </Banner>
      )}
      {reviewed && !isAccepted ? (
        <RiskDialog
          namespace="trade.risk"
          points={["stake", "average", "time"]}
          questions={QUESTIONS}
          accept={acceptOptionRisk}
          onClose={reviewed.leave}
          onAccepted={() => setAccepted(true)}
        />
      ) : null}
      {reviewed && isAccepted ? (
        <OptionReview
          reviewed={reviewed}
          payoutRate={enabled ? (rate ?? null) : null}
          entryDelayMs={entryDelayMs}
          price={live.price}
          clockOffsetMs={live.clockOffsetMs}
          blocked={enabled && rate !== undefined ? blocked : gone}
          onAccepted={(trade, earlier) => {
            setEarlier(earlier);
            onAccepted(trade, earlier);
          }}
          onRiskNeeded={() => setAccepted(false)}
        />
      ) : null}
    </>
  );
}
