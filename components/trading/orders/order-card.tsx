"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { HideableAmount } from "@/components/ui/choices/hideable-amount";
import type { DataCard } from "@/components/ui/display/data-list";
import type { DenseRow } from "@/components/ui/display/dense-list";
import { StatusPill } from "@/components/ui/display/pill";
import { useDateTime, useShortTime } from "@/components/ui/time/use-date-time";
import type { OrderDto } from "@/lib/orders/schema";
import { formatAmount, formatPrice } from "@/lib/platform/ui/format";

/** Words for orders. */
export function useOrderText() {
  const t = useTranslations("orders");
  const formatDateTime = useDateTime();
  return {
    /** "Buy at 3,950.00 or lower" */
    name: ({ type, side, price }: OrderDto) =>
      t(`names.${type}.${side}`, { price: formatPrice(price, { exact: true }) }),
    /** "Buy limit 3,950.00", where there is no room for what it means. */
    shortName: ({ type, side, price }: OrderDto) =>
      t(`shortNames.${type}.${side}`, { price: formatPrice(price, { exact: true }) }),
    /** Until when it waits, or how it ended. */
    outcome: ({ status, closeReason, expiresAt, filledPrice, fee }: OrderDto) => {
      if (status === "filled") {
        return t("filledAt", {
          price: formatPrice(filledPrice, { exact: true }),
          fee: formatAmount(fee, "USDT", { exact: true }),
        });
      }
      if (status === "expired") return t("reasons.EXPIRED");
      if (closeReason !== null) return t(`reasons.${closeReason}`);
      return expiresAt === null
        ? t("untilCancelled")
        : t("until", { time: formatDateTime(expiresAt, { zone: true }) });
    },
  };
}

/** How an order looks in a list of cards. */
export function useOrderCard(actionsOf: (order: OrderDto) => ReactNode) {
  const { name, outcome } = useOrderText();
  const formatDateTime = useDateTime();
  return (order: OrderDto): DataCard => ({
    title: name(order),
    amount: <HideableAmount value={order.amount} currency={order.currency} exact />,
    meta: formatDateTime(order.closedAt ?? order.createdAt, { zone: true }),
    status: <StatusPill status={order.status} />,
    note: outcome(order),
    actions: actionsOf(order),
  });
}

/** How an order looks as one line: until when it waits, if not until it is cancelled, or how it ended. */
export function useOrderRow(actionOf: (order: OrderDto) => ReactNode) {
  const { name, shortName, outcome } = useOrderText();
  const status = useTranslations("ui.status");
  const formatDateTime = useDateTime();
  const shortTime = useShortTime();
  const t = useTranslations("orders");
  return (order: OrderDto): DenseRow => ({
    title: (
      <>
        <span aria-hidden="true">{shortName(order)}</span>
        <span className="sr-only">{name(order)}</span>
      </>
    ),
    amount: <HideableAmount value={order.amount} currency={order.currency} exact />,
    end: (
      <>
        <span aria-hidden="true">
          {order.status !== "open"
            ? status(order.status)
            : order.expiresAt && t("shortUntil", { time: shortTime(order.expiresAt) })}
        </span>
        <span className="sr-only">{outcome(order)}</span>
      </>
    ),
    action: actionOf(order),
    hint: [
      name(order),
      outcome(order),
      formatDateTime(order.closedAt ?? order.createdAt, { zone: true }),
    ].join(" · "),
  });
}
