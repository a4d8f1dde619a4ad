"use client";

import { useTranslations } from "next-intl";
import { ListPages, PageGone } from "@/components/app/list-pages";
import { ButtonLink } from "@/components/ui/button";
import { HideableAmount } from "@/components/ui/choices/hideable-amount";
import { Card } from "@/components/ui/display/card";
import { DataList } from "@/components/ui/display/data-list";
import { QueryError } from "@/components/ui/display/query-state";
import { Loading, Skeleton, SkeletonRows } from "@/components/ui/display/skeleton";
import { EmptyState } from "@/components/ui/display/states";
import { lazyPart } from "@/components/ui/overlays/lazy-part";
import { useDateTime } from "@/components/ui/time/use-date-time";
import type { TransactionDto } from "@/lib/ledger/transactions/transaction-schema";
import { type TransactionQuery, useTransactions } from "@/lib/statements/client";
import { historyHref } from "./transaction-filters";
import { EventCell, TransactionIcon, useTransactionText } from "./transaction-text";
import { WealthRows } from "./wealth-rows";

const HistoryTotals = lazyPart(
  () => import("./history-totals").then((module) => module.HistoryTotals),
  () => <Skeleton className="h-[220px]" />,
);

/**
 * What the filters let through, newest first: what changed the person's wealth, or the lines of their accounts.
 * @param props.trail the cursors that led to this page
 */
export function TransactionHistory({ query, trail }: { query: TransactionQuery; trail: string[] }) {
  const t = useTranslations("transactions");
  const list = useTransactions(query, trail.at(-1));
  const { data } = list;
  const place = { pathname: "/transaction-history", filters: query, trail };
  if (list.isPending) {
    return (
      <Loading label={t("title")}>
        <SkeletonRows count={6} />
      </Loading>
    );
  }
  return (
    <>
      {query.view === undefined ? <HistoryTotals query={query} /> : null}
      {data === undefined || data.transactions.length > 0 ? null : trail.length > 0 ? (
        <PageGone firstHref={historyHref(query)} />
      ) : (
        <NoRows query={query} />
      )}
      {data === undefined || data.transactions.length === 0 ? null : data.view === "wealth" ? (
        <WealthRows rows={data.transactions} busy={list.isFetching} />
      ) : (
        <Rows rows={data.transactions} busy={list.isFetching} />
      )}
      <QueryError query={list} text={t("failed")} />
      <ListPages place={place} nextCursor={data?.nextCursor} />
    </>
  );
}

function NoRows({ query }: { query: TransactionQuery }) {
  const t = useTranslations("transactions");
  const { view, ...filters } = query;
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  return (
    <Card padding="none">
      <EmptyState
        text={isFiltered ? t("emptyFiltered") : t("empty")}
        action={
          isFiltered ? (
            <ButtonLink href={historyHref({ view })} variant="outline">
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
  const formatDateTime = useDateTime();
  const t = useTranslations("transactions");
  const { accountText } = useTransactionText();
  const amount = (row: TransactionDto) => (
    <HideableAmount value={row.amount} currency={row.currency} sign exact />
  );
  const balance = (row: TransactionDto) =>
    row.balanceAfter === null ? null : (
      <HideableAmount value={row.balanceAfter} currency={row.currency} exact />
    );
  const what = (row: TransactionDto) => <EventCell line={row} />;
  return (
    <DataList
      caption={t("caption")}
      rows={rows}
      rowKey={(row) => row.id}
      busy={busy}
      columns={[
        { key: "time", header: t("time"), at: (row) => row.createdAt },
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
        status:
          row.balanceAfter === null ? null : t.rich("balanceAfter", { amount: () => balance(row) }),
      })}
    />
  );
}
