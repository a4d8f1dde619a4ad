"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { PageGone } from "@/components/app/list-pages";
import { ButtonLink } from "@/components/ui/button";
import { Banner } from "@/components/ui/display/banner";
import { DataList, type DataListProps } from "@/components/ui/display/data-list";
import { QueryError } from "@/components/ui/display/query-state";
import { Loading, SkeletonRows } from "@/components/ui/display/skeleton";
import { EmptyState } from "@/components/ui/display/states";
import { Pagination } from "@/components/ui/pagination";
import { messageOf } from "@/lib/platform/client/api";
import type { ListUrl } from "../lists/use-list-url";

/** Rows a page, as the API's default. */
export const PAGE_SIZE = 20;

type Answer = {
  isPending: boolean;
  isError: boolean;
  error: Error | null;
  isFetching: boolean;
  isPlaceholderData: boolean;
  refetch: () => unknown;
};

export interface StaffListProps<Row> extends Omit<DataListProps<Row>, "rows" | "busy"> {
  /** The request behind the list. */
  answer: Answer;
  rows: readonly Row[] | undefined;
  nextCursor: string | null;
  url: ListUrl;
  emptyText: string;
  /** Shown above the rows when there are some. */
  above?: ReactNode;
}

/** A paged list of the staff panel in all its states. */
export function StaffList<Row>({
  answer,
  rows,
  nextCursor,
  url,
  emptyText,
  above,
  ...list
}: StaffListProps<Row>) {
  const t = useTranslations("staff.list");
  if (!rows) {
    if (answer.isPending) {
      return (
        <Loading label={t("loading", { list: list.caption })}>
          <SkeletonRows count={8} className="h-12" />
        </Loading>
      );
    }
    return (
      <QueryError
        query={answer}
        text={(reason) => t("failed", { reason })}
        action={url.isFiltered ? <ClearFilters href={url.clearHref} /> : null}
      />
    );
  }
  const start = url.trail.length * PAGE_SIZE;
  return (
    <>
      {answer.isError ? (
        <Banner tone="error" live>
          {t("stale", { reason: messageOf(answer.error) })}
        </Banner>
      ) : null}
      {above}
      {rows.length === 0 ? (
        <EmptyList url={url} emptyText={emptyText} />
      ) : (
        <DataList {...list} rows={rows} busy={answer.isPlaceholderData} />
      )}
      {rows.length > 0 || start > 0 ? (
        <Pagination
          previousHref={url.previousHref}
          nextHref={url.nextHref(nextCursor)}
          summary={
            rows.length > 0
              ? t(nextCursor === null ? "lastRange" : "range", {
                  from: start + 1,
                  to: start + rows.length,
                })
              : undefined
          }
        />
      ) : null}
    </>
  );
}

function EmptyList({ url, emptyText }: { url: ListUrl; emptyText: string }) {
  const t = useTranslations("staff.list");
  if (url.trail.length > 0) return <PageGone firstHref={url.firstHref} />;
  if (!url.isFiltered) return <EmptyState text={emptyText} />;
  return <EmptyState text={t("noMatch")} action={<ClearFilters href={url.clearHref} />} />;
}

function ClearFilters({ href }: { href: string }) {
  const t = useTranslations("staff.list");
  return (
    <ButtonLink href={href} variant="outline">
      {t("clear")}
    </ButtonLink>
  );
}
