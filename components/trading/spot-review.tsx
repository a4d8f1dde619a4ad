"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ReviewSheet } from "@/components/ui/review-sheet";
import { notify } from "@/components/ui/toast";
import { accountKeys } from "@/lib/accounts/client";
import { marketKeys } from "@/lib/market/client";
import { ApiError, messageOf } from "@/lib/platform/client/api";
import { useRequestKey } from "@/lib/platform/client/request-key";
import { formatAmount, formatPrice, formatRate } from "@/lib/platform/ui/format";
import { addTrade, type SpotOrder, tradeSpot, tradingKeys } from "@/lib/trading/client";
import type { TradeDto } from "@/lib/trading/schema";
import { currenciesOf, hasMoved, quoteSpot, type SpotTerms, worstPrice } from "./spot-quote";
import type { SpotDraft } from "./spot-ticket";

export interface SpotReviewProps {
  draft: SpotDraft;
  terms: SpotTerms;
  /** What one XAUT costs or brings now; another one than reviewed has to be confirmed again. */
  price: string;
  simulated: boolean;
  /** Why it can't be sent right now. */
  blocked: string | null;
  onClose: () => void;
  onFilled: (trade: TradeDto) => void;
}

/** The last look at a spot trade: what is given, what comes back, and the worst price it may fill at. */
export function SpotReview(props: SpotReviewProps) {
  const { draft, terms, price, simulated, blocked, onClose } = props;
  const { side, amount } = draft;
  const t = useTranslations("spot");
  const [reviewed, setReviewed] = useState(price);
  const { send, isOpen, pending, error, clearError } = useSend(props);
  const { given, received } = currenciesOf[side];
  const moved = !isOpen && hasMoved(reviewed, price);
  const receives = (at: string) =>
    formatAmount(quoteSpot(side, amount, at, terms)?.received, received, { exact: true });
  const limitPrice = worstPrice(side, reviewed);
  const confirm = () => {
    if (moved) {
      setReviewed(price);
      clearError();
    } else if (isOpen || blocked === null) {
      void send({ side, amount, limitPrice, feeRate: terms.feeRate });
    }
  };
  return (
    <ReviewSheet
      open
      onOpenChange={onClose}
      title={t("reviewTitle")}
      headline={{ label: t("receiveAbout"), value: receives(reviewed) }}
      rows={[
        {
          label: t(side === "buy" ? "spend" : "give"),
          value: formatAmount(amount, given, { exact: true }),
          strong: true,
        },
        {
          label: t(side === "buy" ? "buyPrice" : "sellPrice"),
          value: formatPrice(reviewed),
        },
        {
          label: t("fee", { rate: formatRate(terms.feeRate) }),
          value: formatAmount(quoteSpot(side, amount, reviewed, terms)?.fee, "USDT", {
            exact: true,
          }),
        },
        {
          label: t(side === "buy" ? "notAbove" : "notBelow"),
          value: formatPrice(limitPrice),
        },
        {
          label: t("filling"),
          value: t(simulated ? "fillingSimulated" : "fillingRule"),
          stacked: true,
        },
      ]}
      risk={t("riskLine")}
      changed={
        moved
          ? t("priceChanged", {
              before: formatPrice(reviewed),
              now: formatPrice(price),
              receivedBefore: receives(reviewed),
              receivedNow: receives(price),
            })
          : undefined
      }
      confirmLabel={
        moved
          ? t("acceptPrice")
          : t(side === "buy" ? "confirmBuy" : "confirmSell", {
              amount: formatAmount(amount, given),
            })
      }
      pending={pending}
      error={blocked ?? error}
      onConfirm={confirm}
    />
  );
}

/** Sends the order once, however often the button is pressed. */
function useSend({ onClose, onFilled }: SpotReviewProps) {
  const t = useTranslations("spot");
  const queryClient = useQueryClient();
  const { isOpen, keyOf, settle } = useRequestKey();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const send = async (order: SpotOrder) => {
    setPending(true);
    setError(null);
    try {
      const { trade } = await tradeSpot(order, keyOf());
      addTrade(queryClient, trade);
      void queryClient.invalidateQueries({ queryKey: accountKeys.all });
      notify.success(t("filled"));
      onFilled(trade);
      onClose();
    } catch (failure) {
      settle(failure);
      setError(messageOf(failure));
      if (!(failure instanceof ApiError)) return;
      const queryKey = failure.code === "PRICE_MOVED" ? marketKeys.price() : tradingKeys.settings();
      void queryClient.invalidateQueries({ queryKey });
    } finally {
      setPending(false);
    }
  };
  return { send, isOpen, pending, error, clearError: () => setError(null) };
}
