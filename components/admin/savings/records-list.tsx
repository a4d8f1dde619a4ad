"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { CsvButton } from "@/components/app/csv-button";
import { useSavingText } from "@/components/savings/saving-text";
import type { DataColumn } from "@/components/ui/display/data-list";
import { Pill, StatusPill } from "@/components/ui/display/pill";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { formatUtc } from "@/lib/platform/ui/date-time";
import { formatAmount } from "@/lib/platform/ui/format";
import { savingStatuses } from "@/lib/savings/rules";
import { usePlanChoices, useStaffRecords } from "@/lib/savings/staff-client";
import type { AdminRecordsResponse } from "@/lib/savings/staff-schema";
import { ListFilters, SearchFilter, SelectFilter } from "../lists/list-filters";
import { type ListUrl, useListUrl } from "../lists/use-list-url";
import { StaffList } from "../staff/staff-list";
import { UserLink } from "../users/user-link";

const PATH = "/admin/savings/records";
const RECORD_FILTERS = ["status"] as const;

type Row = AdminRecordsResponse["records"][number];

/** Everybody's savings: by user, plan and state. */
export function RecordsList({ url }: { url: ListUrl }) {
  const t = useTranslations("staffSavings.records");
  const plans = usePlanChoices().data ?? [];
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-end justify-between gap-2">
        <ListFilters>
          <SearchFilter url={url} label={t("search")} name="user" />
          <SelectFilter
            url={url}
            name="savingId"
            label={t("plan")}
            all={t("allPlans")}
            options={plans.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <RecordStatusFilter url={url} />
        </ListFilters>
        <CsvButton path={PATH} query={url.query} />
      </div>
      <Records url={url} query={url.query} />
    </div>
  );
}

/** One user's savings, as a part of their page. */
export function UserRecords({ userId }: { userId: string }) {
  const url = useListUrl(RECORD_FILTERS);
  const query = useMemo(() => ({ ...url.query, userId }), [url.query, userId]);
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-end justify-between gap-2">
        <ListFilters>
          <RecordStatusFilter url={url} />
        </ListFilters>
        <CsvButton path={PATH} query={query} />
      </div>
      <Records url={url} query={query} />
    </div>
  );
}

function RecordStatusFilter({ url }: { url: ListUrl }) {
  const t = useTranslations("staffSavings.records");
  const status = useTranslations("ui.status");
  return (
    <SelectFilter
      url={url}
      name="status"
      label={t("status")}
      all={t("allStatuses")}
      options={savingStatuses.map((value) => ({ value, label: status(value) }))}
    />
  );
}

function Records({ url, query }: { url: ListUrl; query: Record<string, string> }) {
  const formatDateTime = useDateTime();
  const t = useTranslations("staffSavings.records");
  const answer = useStaffRecords(query);
  const columns = useRecordColumns();
  return (
    <StaffList
      answer={answer}
      rows={answer.data?.records}
      nextCursor={answer.data?.nextCursor ?? null}
      url={url}
      emptyText={t("empty")}
      caption={t("caption")}
      rowKey={(row) => row.id}
      columns={columns}
      card={(row) => ({
        title: (
          <>
            <UserLink user={row.user} /> · {row.name}
          </>
        ),
        amount: formatAmount(row.principal, row.currency),
        meta: `${t("number", { number: row.number })} · ${formatDateTime(row.createdAt, { zone: true })}`,
        status: <StatusPill status={row.status} />,
      })}
    />
  );
}

function useRecordColumns(): DataColumn<Row>[] {
  const t = useTranslations("staffSavings.records");
  const { rate, term } = useSavingText();
  return [
    { key: "made", header: t("made"), at: (row) => row.createdAt },
    {
      key: "user",
      header: t("user"),
      className: "min-w-28 [overflow-wrap:anywhere]",
      cell: (row) => <UserLink user={row.user} />,
    },
    {
      key: "plan",
      header: t("plan"),
      cell: (row) => (
        <>
          {row.name}
          <span className="block text-caption text-text-2">
            {t("number", { number: row.number })} · {rate(row)} · {term(row)}
          </span>
        </>
      ),
    },
    {
      key: "principal",
      header: t("principal"),
      numeric: true,
      cell: (row) => formatAmount(row.principal, row.currency),
    },
    {
      key: "profit",
      header: t("profit"),
      numeric: true,
      cell: (row) => (
        <>
          {formatAmount(row.paidProfit ?? row.accrued, row.currency)}
          <span className="block text-caption text-text-2">
            {row.closedAt === null ? t("counted", { days: row.daysAccrued }) : t("paid")}
          </span>
        </>
      ),
    },
    {
      key: "ends",
      header: t("ends"),
      className: "whitespace-nowrap",
      cell: (row) => formatUtc(row.closedAt ?? row.maturesAt, { style: "date" }),
    },
    {
      key: "status",
      header: t("status"),
      cell: (row) => (
        <span className="inline-flex flex-wrap gap-1">
          <StatusPill status={row.status} />
          {row.fundingShort ? <Pill tone="warn">{t("short")}</Pill> : null}
        </span>
      ),
    },
  ];
}
