"use client";

import type { ReactNode } from "react";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { CardList, type DataCard } from "@/components/ui/display/data-list";
import { type QueryLike, QueryState } from "@/components/ui/display/query-state";
import { EmptyState } from "@/components/ui/display/states";
import { LoadMore, type PagesLike } from "@/components/ui/pagination";

export interface HistorySectionProps<Row> {
  id: string;
  title: string;
  /** One sentence under the title. */
  text?: string;
  /** The list's query; `rows` are what it has so far, undefined before the first answer. */
  list: QueryLike & PagesLike;
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
      {rows?.length === 0 ? (
        <Card padding="none">
          <EmptyState text={props.empty} />
        </Card>
      ) : null}
      {rows && rows.length > 0 ? (
        <CardList caption={title} rows={rows} rowKey={props.rowKey} card={props.card} />
      ) : null}
      <QueryState query={list} label={title} text={props.failed} />
      <LoadMore query={list} />
    </section>
  );
}
