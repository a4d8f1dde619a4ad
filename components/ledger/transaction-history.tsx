"use client";

import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { DataList } from "@/components/ui/data-list";
import { HideableAmount } from "@/components/ui/hideable-amount";
import { LoadMore } from "@/components/ui/pagination";
import { Loading, SkeletonRows } from "@/components/ui/skeleton";
import { EmptyState, ErrorState } from "@/components/ui/states";
import { type TransactionQuery, useTransactions } from "@/lib/ledger/client";
import type { TransactionDto } from "@/lib/ledger/transaction-schema";
import { formatDateTime } from "@/lib/platform/ui/format";
import { TransactionIcon, useTransactionText } from "./transaction-text";

/** The movements that the filters let through, newest first, each with the balance after it. */
export function TransactionHistory({ query }: { query: TransactionQuery }) {
  const t = useTranslations("transactions");
  const list = useTransactions(query);
  const rows = list.data?.pages.flatMap((page) => page.transactions) ?? [];
  if (list.isPending) {
    return (
      <Loading label={t("title")}>
        <SkeletonRows count={6} />
      </Loading>
    );
  }
  return (
    <>
      {list.data !== undefined && rows.length === 0 ? <NoRows query={query} /> : null}
      {rows.length > 0 ? <Rows rows={rows} busy={list.isFetching} /> : null}
      {list.isError ? (
        <ErrorState
          text={t("failed")}
          retrying={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      ) : null}
      <LoadMore
        hasMore={list.hasNextPage}
        loading={list.isFetchingNextPage}
        onLoadMore={() => void list.fetchNextPage()}
      />
    </>
  );
}

function NoRows({ query }: { query: TransactionQuery }) {
  const t = useTranslations("transactions");
  const isFiltered = Object.values(query).some((value) => value !== undefined);
  return (
    <Card padding="none">
      <EmptyState
        text={isFiltered ? t("emptyFiltered") : t("empty")}
        action={
          isFiltered ? (
            <ButtonLink href="/transaction-history" variant="outline">
              {t("clear")}
            </ButtonLink>
          ) : (
            <ButtonLink href="/deposit">{t("deposit")}</ButtonLink>
          )
        }
      />
    </Card>
  );
}

function Rows({ rows, busy }: { rows: TransactionDto[]; busy: boolean }) {
  const t = useTranslations("transactions");
  const { eventText, accountText, reasonText } = useTransactionText();
  const amount = (row: TransactionDto) => (
    <HideableAmount value={row.amount} currency={row.currency} sign />
  );
  const balance = (row: TransactionDto) => (
    <HideableAmount value={row.balanceAfter} currency={row.currency} />
  );
  const what = (row: TransactionDto) => {
    const reason = reasonText(row);
    return (
      <>
        {eventText(row)}
        {reason ? <span className="block text-caption text-text-2">{reason}</span> : null}
      </>
    );
  };
  return (
    <DataList
      caption={t("caption")}
      rows={rows}
      rowKey={(row) => row.id}
      busy={busy}
      columns={[
        { key: "time", header: t("time"), cell: (row) => formatDateTime(row.createdAt) },
        { key: "what", header: t("what"), cell: what },
        { key: "account", header: t("account"), cell: accountText },
        { key: "amount", header: t("amount"), numeric: true, cell: amount },
        { key: "balance", header: t("balance"), numeric: true, cell: balance },
      ]}
      card={(row) => ({
        icon: <TransactionIcon type={row.type} />,
        title: what(row),
        amount: amount(row),
        meta: `${formatDateTime(row.createdAt, { zone: true })} · ${accountText(row)}`,
        status: t.rich("balanceAfter", { amount: () => balance(row) }),
      })}
    />
  );
}
