"use client";

import { useTranslations } from "next-intl";
import { useOrderText } from "@/components/trading/orders/order-card";
import { StatusPill } from "@/components/ui/display/pill";
import { useDateTime } from "@/components/ui/time/use-date-time";
import type { OrderDto, OrderList } from "@/lib/orders/schema";
import { formatAmount } from "@/lib/platform/ui/format";
import { useUserPages } from "@/lib/staff/user-client";
import { MoreList } from "./more-list";

/** A user's limit and stop orders, which staff can only read. */
export function OrdersSection({ userId }: { userId: string }) {
  const formatDateTime = useDateTime();
  const t = useTranslations("staffUser.orders");
  const { name, outcome } = useOrderText();
  const answer = useUserPages<OrderList>(userId, "orders");
  const amount = (order: OrderDto) => formatAmount(order.amount, order.currency, { exact: true });
  const status = (order: OrderDto) => <StatusPill status={order.status} />;
  return (
    <MoreList
      id="orders"
      title={t("title")}
      answer={answer}
      rowsOf={(page) => page.orders}
      emptyText={t("empty")}
      columns={[
        { key: "time", header: t("time"), at: ({ createdAt }) => createdAt },
        { key: "number", header: t("number"), cell: ({ number }) => number },
        { key: "order", header: t("order"), cell: name },
        { key: "amount", header: t("amount"), numeric: true, cell: amount },
        { key: "outcome", header: t("outcome"), cell: outcome },
        { key: "status", header: t("statusColumn"), cell: status },
      ]}
      card={(order) => ({
        title: name(order),
        amount: amount(order),
        meta: formatDateTime(order.createdAt, { zone: true }),
        status: status(order),
        note: outcome(order),
      })}
    />
  );
}
