"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { Reviewed } from "@/components/forms/money/use-money-form";
import { useOrder } from "@/components/forms/money/use-order";
import { ReviewSheet } from "@/components/ui/overlays/review-sheet";
import { showToast } from "@/components/ui/overlays/toast";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { accountKeys } from "@/lib/accounts/client";
import { orderKeys } from "@/lib/orders/client";
import { type NewOrder, placeOrder } from "@/lib/orders/placing-client";
import { formatAmount, formatPrice, formatRate } from "@/lib/platform/ui/format";
import { tradingKeys } from "@/lib/trading/client";
import { currenciesOf, quoteSpot, type SpotTerms } from "../spot/spot-quote";
import type { OrderOffer } from "./order-quote";

export interface OrderReviewProps {
  reviewed: Reviewed<OrderOffer>;
  terms: SpotTerms;
  /** Why it can't be sent right now. */
  blocked: string | null;
  onPlaced?: () => void;
}

/** What is sent, and under which key. */
export type SentOrder = { order: NewOrder; key: string };

/** The last look at an order: what is set aside, at which price it is filled, and when it ends. */
export function OrderReview({ reviewed, terms, blocked, onPlaced }: OrderReviewProps) {
  const t = useTranslations("orders");
  const spot = useTranslations("spot");
  const queryClient = useQueryClient();
  const formatDateTime = useDateTime();
  const { send, unconfirmed, sheet } = useOrder(reviewed, {
    call: ({ order, key }: SentOrder) => placeOrder(order, key),
    doneAt: ({ order }) => order.createdAt,
    onDone: (_answer, earlier) => {
      for (const queryKey of [orderKeys.all, accountKeys.all, tradingKeys.settings()]) {
        void queryClient.invalidateQueries({ queryKey });
      }
      showToast.success(earlier ?? t("placed"));
      onPlaced?.();
    },
    onFailure: () => void queryClient.invalidateQueries({ queryKey: tradingKeys.settings() }),
  });
  const { side, type, amount, price, expiresAt, feeRate } = unconfirmed?.order.order ?? {
    ...reviewed.order,
    feeRate: terms.feeRate,
  };
  const order = { side, type, amount, price, expiresAt, feeRate };
  const { given, received } = currenciesOf[side];
  const quote = quoteSpot(side, amount, price, { ...terms, feeRate });
  const name = formatAmount(amount, given, { exact: true });
  return (
    <ReviewSheet
      {...sheet}
      title={t("reviewTitle")}
      headline={{
        label: t(type === "limit" ? "receiveAtLeast" : "receiveAbout"),
        value: formatAmount(quote?.received, received, { exact: true }),
      }}
      rows={[
        { label: t("setAside"), value: name, strong: true },
        { label: t(`price.${type}`), value: formatPrice(price, { exact: true }) },
        {
          label: spot("fee", { rate: formatRate(feeRate) }),
          value: formatAmount(quote?.fee, "USDT", { exact: true }),
        },
        {
          label: t("ends"),
          value:
            expiresAt === null ? t("lifetimes.none") : formatDateTime(expiresAt, { zone: true }),
        },
        { label: spot("filling"), value: t(`filling.${type}.${side}`), stacked: true },
        {
          label: t("after"),
          value: t(expiresAt === null ? "afterNever" : "afterEnd", { amount: name }),
          stacked: true,
        },
      ]}
      risk={t(`risk.${type}`)}
      confirmLabel={t(side === "buy" ? "confirmBuy" : "confirmSell", { amount: name })}
      error={blocked ?? sheet.error}
      onConfirm={() => {
        if (unconfirmed || blocked === null) send((key) => ({ order, key }));
      }}
    />
  );
}
