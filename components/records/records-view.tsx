"use client";

import { ArrowDownLeft, ArrowUpRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ButtonLink } from "@/components/ui/button";
import { HideableAmount } from "@/components/ui/choices/hideable-amount";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { CardList, type DataCard } from "@/components/ui/display/data-list";
import { StatusPill } from "@/components/ui/display/pill";
import { Loading, Skeleton, SkeletonRows } from "@/components/ui/display/skeleton";
import { EmptyState, ErrorState } from "@/components/ui/display/states";
import { FilterChips } from "@/components/ui/filter-chips";
import { lazyDialog, lazyPart } from "@/components/ui/overlays/lazy-part";
import { LoadMore } from "@/components/ui/pagination";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { listHref } from "@/lib/platform/ui/list-url";
import { type RecordFilter, recordKinds, recordStatuses } from "@/lib/withdrawals/record-rules";
import { amountCurrencyOf, type PaymentRecord, useRecords } from "@/lib/withdrawals/records-client";
import { WaitingRecord } from "./waiting-record";

const RecordDetails = lazyDialog(() =>
  import("./record-details").then((module) => module.RecordDetails),
);

const RecordTotals = lazyPart(
  () => import("./record-totals").then((module) => module.RecordTotals),
  () => <Skeleton className="h-[220px]" />,
);

const KINDS = [undefined, ...recordKinds];

const recordsHref = (filter: RecordFilter) => listHref("/records", new URLSearchParams(), filter);

/** Deposits and withdrawals: first those that wait with how far they are, then the finished ones. */
export function RecordsView({ filter }: { filter: RecordFilter }) {
  const t = useTranslations("records");
  const { waiting, finished } = useRecords(filter);
  // Kept by name, so that the open sheet follows live changes.
  const [openId, setOpenId] = useState<string | null>(null);
  const failed = [...waiting.failed, ...finished.failed];
  const isPending = waiting.isPending || finished.isPending;
  const all = [...waiting.rows, ...finished.rows];
  // It stays open with its result, also where the filter no longer lists it.
  const [cancelled, setCancelled] = useState<PaymentRecord | null>(null);
  const listed = all.find(({ payment }) => payment.id === openId);
  const open = cancelled?.payment.id === openId ? cancelled : listed;
  const isEmpty = all.length === 0 && !isPending && failed.length === 0;
  return (
    <>
      <div className="space-y-2">
        <FilterChips
          label={t("kindFilter")}
          items={KINDS.map((kind) => ({
            href: recordsHref({ ...filter, kind }),
            label: t(`kinds.${kind ?? "all"}`),
            active: filter.kind === kind,
          }))}
        />
        <FilterChips
          label={t("statusFilter")}
          items={[undefined, ...recordStatuses].map((status) => ({
            href: recordsHref({ ...filter, status }),
            label: t(`statuses.${status ?? "all"}`),
            active: filter.status === status,
          }))}
        />
      </div>
      {isPending && failed.length === 0 ? (
        <Loading label={t("title")}>
          <SkeletonRows count={5} />
        </Loading>
      ) : null}
      {waiting.rows.length > 0 ? (
        <section aria-labelledby="waiting" className="space-y-3">
          <SectionTitle id="waiting">{t("waiting")}</SectionTitle>
          {waiting.rows.map((record) => (
            <WaitingRecord
              key={record.payment.id}
              record={record}
              onDetails={() => setOpenId(record.payment.id)}
            />
          ))}
          <LoadMore query={waiting} />
        </section>
      ) : null}
      {finished.rows.length > 0 ? <RecordTotals filter={filter} /> : null}
      {finished.rows.length > 0 ? (
        <section aria-labelledby="finished">
          <SectionTitle id="finished">{t("finished")}</SectionTitle>
          <FinishedRecords rows={finished.rows} onOpen={setOpenId} />
        </section>
      ) : null}
      {isEmpty ? <NoRecords filter={filter} /> : null}
      {failed.length > 0 ? (
        <ErrorState
          text={t("failed")}
          retrying={failed.some((list) => list.isFetching)}
          onRetry={() => {
            for (const list of failed) void list.refetch();
          }}
        />
      ) : null}
      <LoadMore query={finished} />
      {open ? (
        <RecordDetails
          record={open}
          onCancelled={(payment) => setCancelled({ kind: "withdrawal", payment })}
          onClose={() => setOpenId(null)}
        />
      ) : null}
    </>
  );
}

function FinishedRecords({
  rows,
  onOpen,
}: {
  rows: PaymentRecord[];
  onOpen: (id: string) => void;
}) {
  const formatDateTime = useDateTime();
  const t = useTranslations("records");
  const card = (record: PaymentRecord): DataCard => {
    const { kind, payment } = record;
    return {
      icon: kind === "deposit" ? <ArrowDownLeft /> : <ArrowUpRight />,
      title: t(`titles.${kind}`, { currency: payment.currency, network: payment.network }),
      amount: <HideableAmount value={payment.amount} currency={amountCurrencyOf(record)} />,
      meta: formatDateTime(payment.createdAt, { zone: true }),
      status: <StatusPill status={payment.status} />,
    };
  };
  return (
    <CardList
      caption={t("finished")}
      rows={rows}
      rowKey={({ payment }) => payment.id}
      onOpen={({ payment }) => onOpen(payment.id)}
      card={card}
    />
  );
}

function NoRecords({ filter }: { filter: RecordFilter }) {
  const t = useTranslations("records");
  const isFiltered = filter.kind !== undefined || filter.status !== undefined;
  return (
    <Card padding="none">
      <EmptyState
        text={isFiltered ? t("emptyFiltered") : t("empty")}
        action={
          isFiltered ? (
            <ButtonLink href="/records" variant="outline">
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
