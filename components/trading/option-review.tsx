"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ReviewSheet } from "@/components/ui/review-sheet";
import { notify } from "@/components/ui/toast";
import { accountKeys } from "@/lib/accounts/client";
import type { PriceResponse } from "@/lib/market/schema";
import { ApiError, messageOf } from "@/lib/platform/client/api";
import { useRequestKey } from "@/lib/platform/client/request-key";
import { formatAmount, formatDateTime, formatPrice, formatRate } from "@/lib/platform/ui/format";
import { addTrade, type OptionOrder, openOption, tradingKeys } from "@/lib/trading/client";
import type { TradeDto } from "@/lib/trading/schema";
import { breakEvenPercent, quoteOption } from "./quote";

export interface OptionReviewProps {
  order: OptionOrder;
  /** The rate now in force; another one while the sheet is open has to be confirmed again. */
  payoutRate: string;
  price: PriceResponse | null;
  clockOffsetMs: number;
  /** Why it can't be sent right now. */
  blocked: string | null;
  onClose: () => void;
  onAccepted: (trade: TradeDto) => void;
  onRiskNeeded: () => void;
}

/** The last look at an option before it is sent: what is staked, how it is decided, when it ends. */
export function OptionReview(props: OptionReviewProps) {
  const { order, payoutRate, price, blocked, onClose } = props;
  const t = useTranslations("trade");
  const [rate, setRate] = useState(payoutRate);
  const [aboutAtMs] = useState(() => Date.now() + props.clockOffsetMs);
  const { send, isOpen, pending, error } = useSend(props);
  // What may have been opened is only sent again, and shown with the rate that it was sent with.
  const shownRate = isOpen ? rate : payoutRate;
  const quote = quoteOption(order.amount, shownRate);
  const usdt = (value: string | undefined) => formatAmount(value, "USDT", { exact: true });
  const gain = formatAmount(quote?.gain, "USDT", { exact: true, sign: true, unit: false });
  const end = formatDateTime(aboutAtMs + order.duration * 1000, {
    style: "timeSeconds",
    zone: true,
  });
  const confirm = () => {
    if (rate !== shownRate) setRate(payoutRate);
    else if (isOpen || blocked === null) void send(rate);
  };
  return (
    <ReviewSheet
      open
      onOpenChange={onClose}
      title={t("reviewTitle")}
      rows={[
        { label: t("direction"), value: t(`sides.${order.direction}`) },
        { label: t("amount"), value: usdt(order.amount) },
        { label: t("priceNow"), value: formatPrice(price?.price) },
        { label: t("entry"), value: t("entryRule"), stacked: true },
        { label: t("end"), value: t("endRule", { seconds: order.duration, end }), stacked: true },
        {
          label: t("settlement"),
          value: t(price?.simulated ? "settlementSimulated" : "settlementRule"),
          stacked: true,
        },
        {
          label: t("ifRight"),
          value: t("receive", { amount: usdt(quote?.receive), gain }),
          strong: true,
        },
        { label: t("ifWrong"), value: t("lose", { amount: usdt(order.amount) }), strong: true },
      ]}
      risk={t("breakEven", { payout: formatRate(shownRate), share: breakEvenPercent(shownRate) })}
      changed={
        rate === shownRate
          ? undefined
          : t("rateChanged", { before: formatRate(rate), now: formatRate(shownRate) })
      }
      confirmLabel={t("confirm", {
        direction: t(`sides.${order.direction}`),
        amount: formatAmount(order.amount, "USDT"),
      })}
      confirmVariant={order.direction}
      pending={pending}
      error={(isOpen ? null : blocked) ?? error}
      onConfirm={confirm}
    />
  );
}

/** Sends the order once, however often the button is pressed. */
function useSend({ order, onClose, onAccepted, onRiskNeeded }: OptionReviewProps) {
  const t = useTranslations("trade");
  const queryClient = useQueryClient();
  const { isOpen, orderOf, settle } = useRequestKey();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const send = async (payoutRate: string) => {
    setPending(true);
    setError(null);
    try {
      const { key, ...body } = orderOf(JSON.stringify(order), (key) => ({
        ...order,
        payoutRate,
        key,
      }));
      const { trade } = await openOption(body, key);
      addTrade(queryClient, trade);
      void queryClient.invalidateQueries({ queryKey: accountKeys.all });
      notify.success(t("accepted"));
      onAccepted(trade);
      onClose();
    } catch (failure) {
      settle(failure);
      setError(messageOf(failure));
      if (!(failure instanceof ApiError)) return;
      // Not the settings alone: what may have been opened shows among the trades.
      if (failure.code === "RISK_NOT_ACCEPTED") onRiskNeeded();
      else void queryClient.invalidateQueries({ queryKey: tradingKeys.all });
    } finally {
      setPending(false);
    }
  };
  return { send, isOpen, pending, error };
}
