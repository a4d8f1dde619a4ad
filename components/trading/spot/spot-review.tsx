"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Reviewed } from "@/components/forms/money/use-money-form";
import { useOrder } from "@/components/forms/money/use-order";
import { worstPrice } from "@/components/market/position-quote";
import { isQuoteOld, RefreshedFrom } from "@/components/market/refreshed-price";
import { useTolerance } from "@/components/market/tolerance";
import type { Live } from "@/components/market/use-blocked-reason";
import { LiveDot } from "@/components/ui/display/live-dot";
import { ReviewSheet } from "@/components/ui/overlays/review-sheet";
import { showToast } from "@/components/ui/overlays/toast";
import { accountKeys } from "@/lib/accounts/client";
import { marketKeys } from "@/lib/market/client";
import { ApiError } from "@/lib/platform/client/api";
import { formatAmount, formatPrice, formatRate } from "@/lib/platform/ui/format";
import { addTrade, tradingKeys } from "@/lib/trading/client";
import { type SpotOrder, tradeSpot } from "@/lib/trading/placing-client";
import type { TradeDto } from "@/lib/trading/schema";
import type { SpotOffer } from "../order-content";
import { currenciesOf, hasMoved, quoteSpot, type SpotTerms } from "./spot-quote";
import { spreadName, spreadRows } from "./spread";

export interface SpotReviewProps {
  /** Its price is the one of the moment in which the review was asked for. */
  reviewed: Reviewed<SpotOffer>;
  terms: SpotTerms;
  /** What one XAUT costs or brings now, null while unknown; another one than reviewed has to be confirmed again. */
  price: string | null;
  live: Pick<Live, "price" | "clockOffsetMs">;
  /** Why it can't be sent right now. */
  blocked: string | null;
  /** `earlier` says that it is the trade of an earlier sending; null for a new one. */
  onFilled: (trade: TradeDto, earlier: string | null) => void;
}

/** What is sent, under its key, and the price, its time and the spread that it was reviewed at. */
export type Sent = {
  order: SpotOrder;
  key: string;
  price: string;
  at?: string | null;
  spread?: string;
};

/** The price that is shown, and the one that was shown before it was refreshed. */
type Shown = Pick<SpotOffer, "price" | "at"> & { before: string | null };

/** The last look at a spot trade: what is given, what comes back, and the worst price it may fill at. */
export function SpotReview(props: SpotReviewProps) {
  const { price, live, blocked } = props;
  const { order: offer } = props.reviewed;
  const { side } = offer;
  const t = useTranslations("spot");
  const [shown, setShown] = useState<Shown>({ price: offer.price, at: offer.at, before: null });
  const { price: reviewed, at } = shown;
  const { send, unconfirmed, clearError, sheet } = useTradeSpot(props);
  const { amount, feeRate } = unconfirmed?.order.order ?? {
    ...offer,
    feeRate: props.terms.feeRate,
  };
  const terms = { ...props.terms, feeRate };
  const spread = spreadName(unconfirmed?.order.spread ?? terms.spread);
  const { given, received } = currenciesOf[side];
  const tolerance = useTolerance();
  const movedTo =
    !unconfirmed && price !== null && hasMoved(reviewed, price, tolerance) ? price : null;
  const receives = (at: string) =>
    formatAmount(quoteSpot(side, amount, at, terms)?.received, received, { exact: true });
  const limitPrice = unconfirmed?.order.order.limitPrice ?? worstPrice(side, reviewed, tolerance);
  const newest = live.price?.at ?? null;
  const isStill = unconfirmed !== null || sheet.pending || movedTo !== null;
  if (!isStill && price !== null && isQuoteOld(at, newest)) {
    setShown({ price, at: newest, before: reviewed });
  }
  const confirm = () => {
    if (movedTo !== null) {
      setShown({ price: movedTo, at: newest, before: null });
      clearError();
    } else if (unconfirmed || blocked === null) {
      const order = { side, amount, limitPrice, feeRate };
      send((key) => ({ order, key, price: reviewed, at, spread: terms.spread }));
    }
  };
  return (
    <ReviewSheet
      {...sheet}
      title={t("reviewTitle")}
      headline={{ label: t("receiveAbout"), value: receives(reviewed) }}
      rows={[
        {
          label: t(side === "buy" ? "spend" : "give"),
          value: formatAmount(amount, given, { exact: true }),
          strong: true,
        },
        {
          label: t(side === "buy" ? "buyPrice" : "sellPrice", { spread }),
          value: (
            <span className="flex flex-wrap items-center justify-end gap-x-2">
              {formatPrice(reviewed, { exact: true })}
              {at === null ? null : (
                <LiveDot
                  lastTickAtMs={Date.parse(at)}
                  clockOffsetMs={live.clockOffsetMs}
                  stale={live.price?.stale}
                />
              )}
              <RefreshedFrom before={shown.before} now={reviewed} />
            </span>
          ),
        },
        ...spreadRows(t("spread"), spread),
        {
          label: t("fee", { rate: formatRate(feeRate) }),
          value: formatAmount(quoteSpot(side, amount, reviewed, terms)?.fee, "USDT", {
            exact: true,
          }),
        },
        {
          label: t(side === "buy" ? "notAbove" : "notBelow", {
            rate: unconfirmed ? "none" : formatRate(tolerance),
          }),
          value: formatPrice(limitPrice, { exact: true }),
        },
        {
          label: t("filling"),
          value: t(live.price?.simulated ? "fillingSimulated" : "fillingRule", { spread }),
          stacked: true,
        },
      ]}
      risk={t("riskLine")}
      changed={
        movedTo === null
          ? undefined
          : t("priceChanged", {
              before: formatPrice(reviewed, { exact: true }),
              now: formatPrice(movedTo, { exact: true }),
              receivedBefore: receives(reviewed),
              receivedNow: receives(movedTo),
            })
      }
      confirmLabel={
        movedTo === null
          ? t(side === "buy" ? "confirmBuy" : "confirmSell", {
              amount: formatAmount(amount, given, { exact: true }),
            })
          : t("acceptPrice")
      }
      error={blocked ?? sheet.error}
      onConfirm={confirm}
    />
  );
}

function useTradeSpot({ reviewed, onFilled }: SpotReviewProps) {
  const t = useTranslations("spot");
  const queryClient = useQueryClient();
  return useOrder(reviewed, {
    call: ({ order, key }: Sent) => tradeSpot(order, key),
    doneAt: ({ trade }) => trade.openedAt,
    onDone: ({ trade }, earlier) => {
      addTrade(queryClient, trade);
      void queryClient.invalidateQueries({ queryKey: accountKeys.all });
      showToast.success(earlier ?? t(trade.status === "pending" ? "pending" : "filled"));
      onFilled(trade, earlier);
    },
    onFailure: (failure) => {
      if (!(failure instanceof ApiError)) return;
      // Not the settings alone: what may have been filled shows among the trades.
      const queryKey = failure.code === "PRICE_MOVED" ? marketKeys.price() : tradingKeys.all;
      void queryClient.invalidateQueries({ queryKey });
    },
  });
}
