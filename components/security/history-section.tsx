"use client";

import type { ReactNode } from "react";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { CardList, type DataCard } from "@/components/ui/display/data-list";
import { Loading, SkeletonRows } from "@/components/ui/display/skeleton";
import { EmptyState, ErrorState } from "@/components/ui/display/states";
import { LoadMore } from "@/components/ui/pagination";

interface Pages {
  isError: boolean;
  isFetching: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  refetch: () => unknown;
  fetchNextPage: () => unknown;
}

export interface HistorySectionProps<Row> {
  id: string;
  title: string;
  /** One sentence under the title. */
  text?: string;
  /** The list's query; `rows` are what it has so far, undefined before the first answer. */
  list: Pages;
  rows: Row[] | undefined;
  rowKey: (row: Row) => string;
  card: (row: Row) => DataCard;
  empty: ReactNode;
  failed: string;
}

/** A titled history, newest first, that grows on demand. */
export function HistorySection<Row>(props: HistorySectionProps<Row>) {
  const { id, title, text, list, rows } = props;
  return (
    <section aria-labelledby={id}>
      <SectionTitle id={id}>{title}</SectionTitle>
      {text ? <p className="mb-2 text-text-2">{text}</p> : null}
      {rows === undefined && !list.isError ? (
        <Loading label={title}>
          <SkeletonRows count={3} />
        </Loading>
      ) : null}
      {rows?.length === 0 ? (
        <Card padding="none">
          <EmptyState text={props.empty} />
        </Card>
      ) : null}
      {rows && rows.length > 0 ? (
        <CardList caption={title} rows={rows} rowKey={props.rowKey} card={props.card} />
      ) : null}
      {list.isError ? (
        <ErrorState
          text={props.failed}
          retrying={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      ) : null}
      <LoadMore
        hasMore={list.hasNextPage}
        loading={list.isFetchingNextPage}
        onLoadMore={() => void list.fetchNextPage()}
      />
    </section>
  );
}
