"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { HideableAmount } from "@/components/ui/choices/hideable-amount";
import { SectionTitle } from "@/components/ui/display/card";
import { CardList } from "@/components/ui/display/data-list";
import { StatusPill } from "@/components/ui/display/pill";
import { QueryError } from "@/components/ui/display/query-state";
import { Dialog } from "@/components/ui/overlays/dialog";
import { useDateTime } from "@/components/ui/time/use-date-time";
import type { PaymentStatus } from "@/lib/wallets/payment-status";

const FINISHED_SHOWN = 3;

interface Payment {
  id: string;
  currency: string;
  network: string;
  amount: string;
  /** What the amount is in, where that is not the coin. */
  amountCurrency?: string;
  status: PaymentStatus;
  createdAt: string;
  processedAt: string | null;
}

export interface RecentPaymentsProps<Row> {
  texts: "deposit.recent" | "withdraw.recent";
  query: UseQueryResult<Row[]>;
  /** All that is known of one. */
  children: (payment: Row) => ReactNode;
}

/** Payments that wait, then the last few that are done, with their live status. Nothing while there are none. */
export function RecentPayments<Row extends Payment>({
  texts,
  query,
  children,
}: RecentPaymentsProps<Row>) {
  const formatDateTime = useDateTime();
  const t = useTranslations(texts);
  const [openId, setOpenId] = useState<string | null>(null);
  const { data } = query;
  if (!data) return <QueryError query={query} text={t("failed")} />;
  const done = data.filter(({ processedAt }) => processedAt !== null);
  const shown = [
    ...data.filter(({ processedAt }) => processedAt === null),
    ...done.slice(0, FINISHED_SHOWN),
  ];
  if (shown.length === 0) return null;
  const open = data.find(({ id }) => id === openId);
  return (
    <section aria-labelledby="recent-payments">
      <SectionTitle id="recent-payments">{t("title")}</SectionTitle>
      <CardList
        caption={t("title")}
        rows={shown}
        rowKey={({ id }) => id}
        onOpen={({ id }) => setOpenId(id)}
        card={({ currency, network, amount, amountCurrency, createdAt, status }) => ({
          title: `${currency} · ${network}`,
          amount: <HideableAmount value={amount} currency={amountCurrency ?? currency} />,
          meta: formatDateTime(createdAt, { zone: true }),
          status: <StatusPill status={status} />,
        })}
      />
      <Dialog
        open={open !== undefined}
        onOpenChange={(next) => !next && setOpenId(null)}
        placement="sheet"
        title={t("detailTitle")}
      >
        {open ? children(open) : null}
      </Dialog>
    </section>
  );
}
