"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { worstPrice } from "@/components/market/position-quote";
import { ReviewSheet } from "@/components/ui/review-sheet";
import { notify } from "@/components/ui/toast";
import { accountKeys } from "@/lib/accounts/client";
import { marketKeys } from "@/lib/market/client";
import { ApiError, messageOf } from "@/lib/platform/client/api";
import { useRequestKey } from "@/lib/platform/client/request-key";
import { formatAmount, formatPrice, formatRate } from "@/lib/platform/ui/format";
import { addTrade, type SpotOrder, tradeSpot, tradingKeys } from "@/lib/trading/client";
import type { TradeDto } from "@/lib/trading/schema";
import { currenciesOf, hasMoved, quoteSpot, type SpotTerms } from "./spot-quote";
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
  const { draft, price, simulated, blocked, onClose } = props;
  const { side, amount } = draft;
  const t = useTranslations("spot");
  const [reviewed, setReviewed] = useState(price);
  const { send, openFee, isOpen, pending, error, clearError } = useSend(props);
  // What may have been filled is only sent again, and shown with the fee that it was sent with.
  const feeRate = openFee ?? props.terms.feeRate;
  const terms = { ...props.terms, feeRate };
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
      void send({ limitPrice, feeRate });
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
          label: t("fee", { rate: formatRate(feeRate) }),
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
      error={(isOpen ? null : blocked) ?? error}
      onConfirm={confirm}
    />
  );
}

/** Sends the order once, however often the button is pressed. */
function useSend({ draft: { side, amount }, onClose, onFilled }: SpotReviewProps) {
  const t = useTranslations("spot");
  const queryClient = useQueryClient();
  const { isOpen, orderOf, settle } = useRequestKey();
  const [sentFee, setSentFee] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const send = async ({ limitPrice, feeRate }: Pick<SpotOrder, "limitPrice" | "feeRate">) => {
    setPending(true);
    setError(null);
    try {
      const { key, ...order } = orderOf(JSON.stringify([side, amount]), (key) => ({
        side,
        amount,
        limitPrice,
        feeRate,
        key,
      }));
      setSentFee(order.feeRate);
      const { trade } = await tradeSpot(order, key);
      addTrade(queryClient, trade);
      void queryClient.invalidateQueries({ queryKey: accountKeys.all });
      notify.success(t("filled"));
      onFilled(trade);
      onClose();
    } catch (failure) {
      settle(failure);
      setError(messageOf(failure));
      if (!(failure instanceof ApiError)) return;
      // Not the settings alone: what may have been filled shows among the trades.
      const queryKey = failure.code === "PRICE_MOVED" ? marketKeys.price() : tradingKeys.all;
      void queryClient.invalidateQueries({ queryKey });
    } finally {
      setPending(false);
    }
  };
  const openFee = isOpen ? sentFee : null;
  return { send, openFee, isOpen, pending, error, clearError: () => setError(null) };
}
