"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ReceiptText, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { LiveState } from "@/components/market/use-live-price";
import { Button } from "@/components/ui/button";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { CardList } from "@/components/ui/display/data-list";
import { DenseList } from "@/components/ui/display/dense-list";
import { QueryState } from "@/components/ui/display/query-state";
import { EmptyState } from "@/components/ui/display/states";
import { IconButton } from "@/components/ui/icon-button";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { showToast } from "@/components/ui/overlays/toast";
import { LoadMore } from "@/components/ui/pagination";
import { useDesk } from "@/components/ui/use-media";
import { accountKeys } from "@/lib/accounts/client";
import { orderKeys, useOpenOrders, useOrderHistory } from "@/lib/orders/client";
import { cancelOrder } from "@/lib/orders/placing-client";
import type { OrderDto } from "@/lib/orders/schema";
import { useRequestKey, useSend } from "@/lib/platform/client/request-key";
import { formatAmount } from "@/lib/platform/ui/format";
import { useOrderCard, useOrderRow, useOrderText } from "./order-card";

/** In a line of a dense list. */
const SMALL = "size-7! [&_svg]:size-4!";

export interface OwnOrdersProps {
  live: Pick<LiveState, "poll">;
  /** Opens the receipt of the trade that filled an order. */
  onReceipt: (tradeId: string) => void;
}

/** One's own orders: those that wait, each with Cancel, then those that are over, with what became of them. */
export function OwnOrders({ live, onReceipt }: OwnOrdersProps) {
  const t = useTranslations("orders");
  const open = useOpenOrders(live);
  const history = useOrderHistory(live);
  const [cancelling, setCancelling] = useState<OrderDto | null>(null);
  const card = useOrderCard((order) => {
    const { status, tradeId } = order;
    if (status === "open") {
      return (
        <Button variant="outline" onClick={() => setCancelling(order)}>
          {t("cancel")}
        </Button>
      );
    }
    return tradeId === null ? undefined : (
      <Button variant="outline" onClick={() => onReceipt(tradeId)}>
        {t("receipt")}
      </Button>
    );
  });
  const row = useOrderRow((order) => {
    const { status, tradeId } = order;
    if (status === "open") {
      return (
        <IconButton label={t("cancel")} className={SMALL} onClick={() => setCancelling(order)}>
          <X aria-hidden="true" />
        </IconButton>
      );
    }
    return tradeId === null ? undefined : (
      <IconButton label={t("receipt")} className={SMALL} onClick={() => onReceipt(tradeId)}>
        <ReceiptText aria-hidden="true" />
      </IconButton>
    );
  });
  const isDesk = useDesk();
  const listOf = (caption: string, rows: readonly OrderDto[]) => {
    const shared = { caption, rows, rowKey: ({ id }: OrderDto) => id };
    return isDesk ? <DenseList {...shared} row={row} /> : <CardList {...shared} card={card} />;
  };
  const waiting = open.data?.orders;
  const closed = history.data?.pages
    .flatMap(({ orders }) => orders)
    .filter(({ status }) => status !== "open");
  return (
    <section className="space-y-2">
      <SectionTitle>{t("open")}</SectionTitle>
      {waiting?.length === 0 ? (
        <Card padding="none">
          <EmptyState text={t("none")} />
        </Card>
      ) : null}
      {waiting && waiting.length > 0 ? listOf(t("open"), waiting) : null}
      <QueryState query={open} label={t("open")} text={t("failed")} />
      {closed && (closed.length > 0 || history.hasNextPage) ? (
        <>
          <SectionTitle>{t("closed")}</SectionTitle>
          {listOf(t("closed"), closed)}
          <LoadMore query={history} />
        </>
      ) : null}
      {/* Where neither list came, one note and one Retry are enough. */}
      {open.error ? null : <QueryState query={history} label={t("closed")} text={t("failed")} />}
      {cancelling ? (
        <CancelDialog key={cancelling.id} order={cancelling} onClose={() => setCancelling(null)} />
      ) : null}
    </section>
  );
}

function CancelDialog({ order, onClose }: { order: OrderDto; onClose: () => void }) {
  const t = useTranslations("orders");
  const queryClient = useQueryClient();
  const { name } = useOrderText();
  const request = useRequestKey();
  const refresh = () =>
    Promise.all(
      [orderKeys.all, accountKeys.all].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
  const { send, pending, error } = useSend(
    request,
    async () => {
      await cancelOrder(order.id, request.keyOf());
      onClose();
      showToast.success(t("cancelled"));
      await refresh();
    },
    refresh,
  );
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t("cancelTitle")}
      description={t("cancelText", {
        order: name(order),
        amount: formatAmount(order.amount, order.currency, { exact: true }),
      })}
      confirmLabel={t("confirmCancel")}
      onConfirm={() => void send()}
      pending={pending}
      error={error}
    />
  );
}
