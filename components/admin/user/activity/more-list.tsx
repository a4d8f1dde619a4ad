"use client";

import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { SectionTitle } from "@/components/ui/display/card";
import { DataList, type DataListProps } from "@/components/ui/display/data-list";
import { QueryState } from "@/components/ui/display/query-state";
import { EmptyState } from "@/components/ui/display/states";
import { LoadMore } from "@/components/ui/pagination";

export interface MoreListProps<Page, Row> extends Pick<DataListProps<Row>, "columns" | "card"> {
  id: string;
  title: string;
  /** Beside the title. */
  action?: ReactNode;
  /** One sentence under the title. */
  text?: ReactNode;
  /** The request behind the list. */
  answer: UseInfiniteQueryResult<InfiniteData<Page>>;
  rowsOf: (page: Page) => Row[];
  emptyText: ReactNode;
}

/** A titled list inside a tab, newest first, which grows by a page at a time, in all its states. */
export function MoreList<Page, Row extends { id: string }>({
  id,
  title,
  action,
  text,
  answer,
  rowsOf,
  emptyText,
  ...list
}: MoreListProps<Page, Row>) {
  const rows = answer.data?.pages.flatMap(rowsOf);
  return (
    <section aria-labelledby={id} className="space-y-2">
      <SectionTitle id={id} action={action}>
        {title}
      </SectionTitle>
      {text ? <p className="text-text-2">{text}</p> : null}
      {rows === undefined ? (
        <QueryState query={answer} label={title} rows={4} rowClass="h-12" />
      ) : rows.length === 0 ? (
        <EmptyState text={emptyText} />
      ) : (
        <DataList
          {...list}
          caption={title}
          rows={rows}
          rowKey={(row) => row.id}
          busy={answer.isFetching}
        />
      )}
      <LoadMore query={answer} />
    </section>
  );
}
