"use client";

import type { ReactNode } from "react";
import { messageOf } from "@/lib/platform/client/api";
import { Loading, SkeletonRows } from "./skeleton";
import { ErrorState } from "./states";

/** What is known of a request, as the query library says it. */
export interface QueryLike {
  isPending: boolean;
  isFetching: boolean;
  error: unknown;
  refetch: () => unknown;
}

export interface QueryErrorProps {
  query: Omit<QueryLike, "isPending">;
  /** What failed, with the reason in the server's own words, which stand alone where it is left out. */
  text?: ReactNode | ((reason: string) => ReactNode);
  /** Another way on, beside Retry. */
  action?: ReactNode;
}

/** Says that a request failed, with Retry. Nothing while it did not. Put old data, if any, above it. */
export function QueryError({ query, text, action }: QueryErrorProps) {
  if (!query.error) return null;
  return (
    <ErrorState
      text={
        typeof text === "function" ? text(messageOf(query.error)) : (text ?? messageOf(query.error))
      }
      retrying={query.isFetching}
      onRetry={() => void query.refetch()}
      action={action}
    />
  );
}

/** In place of what a request has not brought: grey rows while it is under way, then what failed. */
export function QueryState({
  query,
  label,
  rows,
  rowClass,
  ...error
}: QueryErrorProps & {
  query: QueryLike;
  /** What is loading, for screen readers. */
  label: string;
  rows?: number;
  /** How tall each row is. */
  rowClass?: string;
}) {
  if (!query.isPending) return <QueryError query={query} {...error} />;
  return (
    <Loading label={label}>
      <SkeletonRows count={rows} className={rowClass} />
    </Loading>
  );
}
