"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { CsvButton } from "@/components/app/csv-button";
import { AdminPage } from "@/components/layout/admin-shell";
import { Button } from "@/components/ui/button";
import type { DataColumn } from "@/components/ui/display/data-list";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { useAudit, useAuditActions } from "@/lib/audit/client";
import { differenceOf, inUnits, targetNameOf } from "@/lib/audit/rules";
import type { AuditEntryDto } from "@/lib/audit/schema";
import { UNKNOWN } from "@/lib/platform/ui/format";
import { DayFilter, ListFilters, SearchFilter, SelectFilter } from "../lists/list-filters";
import { AUDIT_FILTERS } from "../lists/list-names";
import { useListUrl } from "../lists/use-list-url";
import { StaffList } from "../staff/staff-list";
import { useActionName } from "./action-name";
import { ActionName, AuditEntryDialog, useMoment } from "./audit-entry";

const SHOWN_CHANGES = 2;

/** What staff and the system did. Nothing on this page changes anything. */
export function AuditPage() {
  const t = useTranslations("staffAudit");
  const momentOf = useMoment();
  const url = useListUrl(AUDIT_FILTERS);
  const { query } = url;
  const answer = useAudit(query);
  const { data: actions = [] } = useAuditActions();
  const actionName = useActionName();
  const [detail, setDetail] = useState<{ entry: AuditEntryDto; open: boolean } | null>(null);
  const open = (entry: AuditEntryDto) => setDetail({ entry, open: true });
  return (
    <AdminPage title={t("title")} actions={<CsvButton path="/admin/audit" query={query} />}>
      <ListFilters>
        <SearchFilter url={url} label={t("actorFilter")} name="actor" />
        <SearchFilter url={url} label={t("userFilter")} name="user" />
        <SelectFilter
          url={url}
          name="action"
          label={t("action")}
          all={t("allActions")}
          options={actions.map((value) => ({ value, label: actionName(value) ?? value }))}
        />
        <DayFilter url={url} name="from" label={t("from")} />
        <DayFilter url={url} name="to" label={t("to")} />
      </ListFilters>
      <StaffList
        answer={answer}
        rows={answer.data?.entries}
        nextCursor={answer.data?.nextCursor ?? null}
        url={url}
        emptyText={t("empty")}
        caption={t("title")}
        tableFrom={880}
        rowKey={(entry) => entry.id}
        columns={useColumns(open)}
        onOpen={open}
        card={(entry) => ({
          title: <ActionName action={entry.action} />,
          amount: entry.user?.username ?? targetNameOf(entry),
          meta: momentOf(entry.at),
          status: entry.actor?.name ?? t("system"),
        })}
      />
      {detail ? (
        <AuditEntryDialog
          entry={detail.entry}
          open={detail.open}
          onClose={() => setDetail({ ...detail, open: false })}
        />
      ) : null}
    </AdminPage>
  );
}

/** "isActive: true → false", the first few changes of an entry. */
function changeText({ before, after }: AuditEntryDto): string {
  const changes = differenceOf(before, after);
  const texts = changes
    .slice(0, SHOWN_CHANGES)
    .map(inUnits)
    .map((change) => `${change.path}: ${change.before ?? UNKNOWN} → ${change.after ?? UNKNOWN}`);
  return texts.join(", ") + (changes.length > SHOWN_CHANGES ? " …" : "");
}

function useColumns(onDetail: (entry: AuditEntryDto) => void): DataColumn<AuditEntryDto>[] {
  const formatDateTime = useDateTime();
  const t = useTranslations("staffAudit");
  return [
    { key: "id", header: t("number"), className: "text-text-2", cell: (entry) => entry.id },
    {
      key: "at",
      header: t("time"),
      className: "whitespace-nowrap text-text-2",
      isTime: true,
      cell: (entry) => (
        <>
          {formatDateTime(entry.at, { style: "date" })}
          <span className="block text-caption">
            {formatDateTime(entry.at, { style: "timeSeconds" })}
          </span>
        </>
      ),
    },
    {
      key: "actor",
      header: t("by"),
      className: "min-w-28 [overflow-wrap:anywhere]",
      cell: (entry) => entry.actor?.name ?? t("system"),
    },
    {
      key: "action",
      header: t("action"),
      className: "min-w-36 font-medium [overflow-wrap:anywhere]",
      cell: (entry) => <ActionName action={entry.action} />,
    },
    {
      key: "user",
      header: t("about"),
      className: "min-w-28 [overflow-wrap:anywhere]",
      cell: (entry) => entry.user?.username ?? targetNameOf(entry) ?? UNKNOWN,
    },
    {
      key: "change",
      header: t("change"),
      className: "max-w-80 text-caption [overflow-wrap:anywhere]",
      cell: (entry) => (
        <>
          <span className="line-clamp-2">{changeText(entry)}</span>
          {entry.reason ? <span className="line-clamp-1 text-text-2">{entry.reason}</span> : null}
        </>
      ),
    },
    {
      key: "detail",
      header: t("details"),
      hiddenHeader: true,
      cell: (entry) => (
        <Button
          variant="ghost"
          aria-label={t("detailsOf", { number: entry.id })}
          onClick={() => onDetail(entry)}
        >
          {t("details")}
        </Button>
      ),
    },
  ];
}
