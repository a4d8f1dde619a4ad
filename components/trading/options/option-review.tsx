"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import type { Reviewed } from "@/components/forms/money/use-money-form";
import { useOrder } from "@/components/forms/money/use-order";
import { LiveDot } from "@/components/ui/display/live-dot";
import { ReviewSheet } from "@/components/ui/overlays/review-sheet";
import { showToast } from "@/components/ui/overlays/toast";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { accountKeys } from "@/lib/accounts/client";
import type { PriceResponse } from "@/lib/market/schema";
import { ApiError } from "@/lib/platform/client/api";
import { formatAmount, formatPrice, formatRate } from "@/lib/platform/ui/format";
import { addTrade, tradingKeys } from "@/lib/trading/client";
import { type OptionOrder, openOption } from "@/lib/trading/placing-client";
import type { TradeDto } from "@/lib/trading/schema";
import { breakEvenPercent, quoteOption } from "../spot/quote";

export interface OptionReviewProps {
  reviewed: Reviewed<OptionOrder>;
  /** The rate now in force, null where none is; another one while the sheet is open has to be confirmed again. */
  payoutRate: string | null;
  /** From acceptance to the earliest entry. */
  entryDelayMs: number;
  price: PriceResponse | null;
  clockOffsetMs: number | null;
  /** Why it can't be sent right now. */
  blocked: string | null;
  /** `earlier` says that it is the option of an earlier sending; null for a new one. */
  onAccepted: (trade: TradeDto, earlier: string | null) => void;
  onRiskNeeded: () => void;
}

/** What is sent, under its key, and the end that the sheet said then. */
type Sent = { order: OptionOrder & { payoutRate: string }; key: string; endsAtMs: number | null };

/** The last look at an option before it is sent: what is staked, how it is decided, when it ends. */
export function OptionReview(props: OptionReviewProps) {
  const formatDateTime = useDateTime();
  const { payoutRate, entryDelayMs, price, clockOffsetMs, blocked } = props;
  const { order } = props.reviewed;
  const t = useTranslations("trade");
  const { send, unconfirmed, clearError, sheet } = useOpenOption(props);
  const [rate, setRate] = useState(unconfirmed?.order.order.payoutRate ?? payoutRate ?? "0");
  const nowMs = useNow(!sheet.pending);
  const runsMs = entryDelayMs + order.duration * 1000;
  const about = clockOffsetMs === null ? null : nowMs + clockOffsetMs + runsMs;
  const sentEndMs = unconfirmed?.order.endsAtMs ?? null;
  // One that is past can't be what pressing now leads to.
  const mayStillRun = sentEndMs !== null && sentEndMs > nowMs + (clockOffsetMs ?? 0);
  const endsAtMs = mayStillRun ? sentEndMs : about;
  const shownRate = unconfirmed?.order.order.payoutRate ?? payoutRate ?? rate;
  const isChanged = rate !== shownRate;
  const quote = quoteOption(order.amount, shownRate);
  const usdt = (value: string | undefined) => formatAmount(value, "USDT", { exact: true });
  const gain = formatAmount(quote?.gain, "USDT", { exact: true, sign: true, unit: false });
  const end = formatDateTime(endsAtMs, { style: "timeSeconds", zone: true });
  const confirm = () => {
    if (isChanged) {
      setRate(shownRate);
      clearError();
    } else if (unconfirmed || blocked === null) {
      send((key) => ({ order: { ...order, payoutRate: rate }, key, endsAtMs }));
    }
  };
  return (
    <ReviewSheet
      {...sheet}
      title={t("reviewTitle")}
      rows={[
        { label: t("direction"), value: t(`sides.${order.direction}`) },
        { label: t("amount"), value: usdt(order.amount) },
        {
          label: t("priceNow"),
          value: (
            <span className="flex flex-wrap items-center justify-end gap-x-2">
              {formatPrice(price?.price)}
              <LiveDot
                lastTickAtMs={price?.at ? Date.parse(price.at) : null}
                clockOffsetMs={clockOffsetMs}
                stale={price?.stale}
              />
            </span>
          ),
        },
        {
          label: t("entry"),
          value: t("entryRule", { seconds: entryDelayMs / 1000 }),
          stacked: true,
        },
        { label: t("end"), value: t("endRule", { seconds: order.duration, end }), stacked: true },
        {
          label: t("settlement"),
          value: t(price?.simulated ? "settlementSimulated" : "settlementRule"),
          stacked: true,
        },
        // Two equal lines: exact amounts leave the first no room beside its label on a phone.
        {
          label: t("ifRight"),
          value: t("receive", { amount: usdt(quote?.receive), gain }),
          stacked: true,
          strong: true,
        },
        {
          label: t("ifWrong"),
          value: t("lose", { amount: usdt(order.amount) }),
          stacked: true,
          strong: true,
        },
      ]}
      risk={t("breakEven", { payout: formatRate(shownRate), share: breakEvenPercent(shownRate) })}
      changed={
        isChanged
          ? t("rateChanged", { before: formatRate(rate), now: formatRate(shownRate) })
          : undefined
      }
      confirmLabel={t("confirm", {
        direction: t(`sides.${order.direction}`),
        amount: usdt(order.amount),
      })}
      confirmVariant={order.direction}
      error={blocked ?? sheet.error}
      onConfirm={confirm}
    />
  );
}

/** The device's time, read again every second while it runs. */
function useNow(isRunning: boolean): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return nowMs;
}

function useOpenOption({ reviewed, onAccepted, onRiskNeeded }: OptionReviewProps) {
  const t = useTranslations("trade");
  const queryClient = useQueryClient();
  return useOrder(reviewed, {
    call: ({ order, key }: Sent) => openOption(order, key),
    doneAt: ({ trade }) => trade.openedAt,
    onDone: ({ trade }, earlier) => {
      // The answer is the first one: by now an earlier option may be over.
      if (earlier === null) addTrade(queryClient, trade);
      else void queryClient.invalidateQueries({ queryKey: tradingKeys.all });
      void queryClient.invalidateQueries({ queryKey: accountKeys.all });
      showToast.success(earlier ?? t("accepted"));
      onAccepted(trade, earlier);
    },
    onFailure: (failure) => {
      if (!(failure instanceof ApiError)) return;
      // Not the settings alone: what may have been opened shows among the trades.
      if (failure.code === "RISK_NOT_ACCEPTED") onRiskNeeded();
      else void queryClient.invalidateQueries({ queryKey: tradingKeys.all });
    },
  });
}
