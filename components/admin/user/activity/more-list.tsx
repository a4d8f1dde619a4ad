"use client";

import type { ReactNode } from "react";
import { DataList, type DataListProps } from "@/components/ui/display/data-list";
import { Loading, SkeletonRows } from "@/components/ui/display/skeleton";
import { EmptyState, ErrorState } from "@/components/ui/display/states";
import { LoadMore } from "@/components/ui/pagination";
import { messageOf } from "@/lib/platform/client/api";

type Answer = {
  isPending: boolean;
  isFetching: boolean;
  error: Error | null;
  refetch: () => unknown;
  hasNextPage?: boolean;
  isFetchingNextPage?: boolean;
  fetchNextPage?: () => unknown;
};

export interface MoreListProps<Row> extends Omit<DataListProps<Row>, "rows" | "busy"> {
  /** The request behind the list. */
  answer: Answer;
  rows: readonly Row[] | undefined;
  emptyText: ReactNode;
}

/** A list inside a tab, which grows by a page at a time, in all its states. */
export function MoreList<Row>({ answer, rows, emptyText, ...list }: MoreListProps<Row>) {
  if (rows === undefined) {
    return answer.isPending ? (
      <Loading label={list.caption}>
        <SkeletonRows count={4} className="h-12" />
      </Loading>
    ) : (
      <ErrorState
        text={messageOf(answer.error)}
        retrying={answer.isFetching}
        onRetry={() => void answer.refetch()}
      />
    );
  }
  return (
    <>
      {rows.length === 0 ? (
        <EmptyState text={emptyText} />
      ) : (
        <DataList {...list} rows={rows} busy={answer.isFetching} />
      )}
      <LoadMore
        hasMore={answer.hasNextPage ?? false}
        loading={answer.isFetchingNextPage ?? false}
        onLoadMore={() => void answer.fetchNextPage?.()}
      />
    </>
  );
}
