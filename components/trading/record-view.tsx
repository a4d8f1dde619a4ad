"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ListPages, PageGone } from "@/components/app/list-pages";
import { PeriodFilter } from "@/components/app/period-filter";
import { useVoidReason } from "@/components/market/use-void-reason";
import { Button, ButtonLink } from "@/components/ui/button";
import { ShortAmount } from "@/components/ui/choices/short-amount";
import { Card } from "@/components/ui/display/card";
import { DataList } from "@/components/ui/display/data-list";
import { SimulatedPill, StatusPill } from "@/components/ui/display/pill";
import { QueryError } from "@/components/ui/display/query-state";
import { Loading, Skeleton, SkeletonRows } from "@/components/ui/display/skeleton";
import { EmptyState } from "@/components/ui/display/states";
import { FilterChips } from "@/components/ui/filter-chips";
import { lazyDialog, lazyPart } from "@/components/ui/overlays/lazy-part";
import { formatPrice } from "@/lib/platform/ui/format";
import { listHref } from "@/lib/platform/ui/list-url";
import { type TradeQuery, useTrades } from "@/lib/trading/client";
import { tradeTypes } from "@/lib/trading/rules";
import type { TradeDto } from "@/lib/trading/schema";
import { useTradeCard } from "./trade-card";
import { useTradeText } from "./trade-text";

const RecordTotals = lazyPart(
  () => import("./record-totals").then((module) => module.RecordTotals),
  () => <Skeleton className="h-[220px]" />,
);

const TradeDetail = lazyDialog(() => import("./trade-detail").then((module) => module.TradeDetail));

/** A time wraps where the table would not fit beside it: between day and hour, and in a broad window nowhere. */
const TIME = "whitespace-normal! @[1100px]:min-w-28 min-[90rem]:whitespace-nowrap!";

const TYPES = [undefined, ...tradeTypes];
const STATUSES = {
  option: [undefined, "open", "won", "lost", "refunded", "void"],
  any: [undefined, "pending", "open", "won", "lost", "refunded", "void", "filled"],
} as const;

const PATH = "/record";

const recordHref = (query: TradeQuery) => listHref(PATH, new URLSearchParams(), query);

/**
 * One's own trades with filters and place in the address; each opens its receipt.
 * @param props.trail the cursors that led to this page
 * @param props.today the UTC day on the server
 */
export function RecordView({
  query,
  trail,
  today,
}: {
  query: TradeQuery;
  trail: string[];
  today: string;
}) {
  const t = useTranslations("record");
  const list = useTrades(query, trail.at(-1));
  const [detail, setDetail] = useState<TradeDto | null>(null);
  const rows = list.data?.trades ?? [];
  const place = { pathname: PATH, filters: query, trail };
  return (
    <>
      <FilterChips
        label={t("typeFilter")}
        items={TYPES.map((type) => ({
          // Kinds have statuses of their own, so another kind starts with all of them.
          href: recordHref({ type, from: query.from, to: query.to }),
          label: t(`types.${type ?? "all"}`),
          active: query.type === type,
        }))}
      />
      {query.type === undefined || query.type === "option" ? (
        <FilterChips
          label={t("statusFilter")}
          items={STATUSES[query.type ?? "any"].map((status) => ({
            href: recordHref({ ...query, status }),
            label: t(`statuses.${status ?? "all"}`),
            active: query.status === status,
          }))}
        />
      ) : null}
      <div className="space-y-4" data-print="hide">
        <PeriodFilter
          period={query}
          today={today}
          hrefOf={({ from, to }) => recordHref({ ...query, from, to })}
        />
      </div>
      <RecordTotals query={query} />
      {list.isPending ? (
        <Loading label={t("title")}>
          <SkeletonRows count={6} />
        </Loading>
      ) : null}
      {list.data !== undefined && rows.length === 0 && trail.length > 0 ? (
        <PageGone firstHref={recordHref(query)} />
      ) : null}
      {list.data !== undefined && rows.length === 0 && trail.length === 0 ? (
        <Card padding="none">
          <EmptyState
            text={
              query.status || query.type || query.from || query.to ? t("emptyFiltered") : t("empty")
            }
            action={<ButtonLink href="/trade">{t("trade")}</ButtonLink>}
          />
        </Card>
      ) : null}
      {rows.length > 0 ? <Rows rows={rows} busy={list.isFetching} onOpen={setDetail} /> : null}
      <QueryError query={list} text={t("failed")} />
      <ListPages place={place} nextCursor={list.data?.nextCursor} />
      {detail ? <TradeDetail trade={detail} onClose={() => setDetail(null)} /> : null}
    </>
  );
}

function VoidReason({ trade }: { trade: TradeDto }) {
  const reason = useVoidReason()(trade);
  return reason === null ? null : (
    <span className="mt-1 block max-w-40 text-caption text-text-2">{reason}</span>
  );
}

function Rows({
  rows,
  busy,
  onOpen,
}: {
  rows: TradeDto[];
  busy: boolean;
  onOpen: (trade: TradeDto) => void;
}) {
  const t = useTranslations("record");
  const { what } = useTradeText();
  const card = useTradeCard();
  return (
    <DataList
      caption={t("caption")}
      rows={rows}
      rowKey={(row) => row.id}
      busy={busy}
      card={card}
      onOpen={onOpen}
      // Of its nine columns in German, whose headings are the longest.
      tableFrom={1040}
      columns={[
        {
          key: "time",
          header: t("time"),
          at: (row) => row.openedAt,
          timeStyle: "full",
          className: TIME,
        },
        {
          key: "what",
          header: t("what"),
          className: "min-[90rem]:whitespace-nowrap",
          cell: (row) => (
            <>
              {what(row)}
              <span className="flex flex-wrap items-center gap-x-2 text-caption text-text-2">
                {t("number", { number: row.number })}
                {row.simulated ? <SimulatedPill /> : null}
              </span>
            </>
          ),
        },
        {
          key: "amount",
          header: t("amount"),
          numeric: true,
          cell: (row) => (
            <>
              <ShortAmount value={row.amount} currency={row.currency} />
              {row.received === null ? null : (
                <span className="block text-caption text-text-2">
                  → <ShortAmount value={row.received} currency={row.receivedCurrency ?? ""} />
                </span>
              )}
            </>
          ),
        },
        {
          key: "entry",
          header: t("entry"),
          numeric: true,
          cell: (row) => formatPrice(row.entryPrice, { exact: true }),
        },
        {
          key: "close",
          header: t("close"),
          at: (row) => (row.type === "option" ? row.expiresAt : row.settledAt),
          timeStyle: "full",
          className: TIME,
        },
        {
          key: "settlement",
          header: t("settlement"),
          numeric: true,
          cell: (row) => formatPrice(row.exitPrice, { exact: true }),
        },
        {
          key: "status",
          header: t("status"),
          cell: (row) => (
            <>
              <StatusPill status={row.status} />
              <VoidReason trade={row} />
            </>
          ),
        },
        {
          key: "result",
          header: t("result"),
          numeric: true,
          cell: (row) => <ShortAmount value={row.pnl} currency="USDT" sign />,
        },
        {
          key: "open",
          header: t("details"),
          hiddenHeader: true,
          cell: (row) => (
            <Button variant="ghost" onClick={() => onOpen(row)}>
              {t("receipt")}
            </Button>
          ),
        },
      ]}
    />
  );
}
