"use client";

import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { AdminPage } from "@/components/layout/admin-shell";
import { Button } from "@/components/ui/button";
import { lazyDialog } from "@/components/ui/overlays/lazy-part";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { approvalsQueryOf, useApprovals } from "@/lib/approvals/client";
import type { ApprovalDto } from "@/lib/approvals/schema";
import { formatAmount } from "@/lib/platform/ui/format";
import { ListFilters, SelectFilter } from "../lists/list-filters";
import { APPROVAL_FILTERS } from "../lists/list-names";
import { QueueEnd } from "../lists/queue-end";
import { useListUrl } from "../lists/use-list-url";
import { StaffList } from "../staff/staff-list";
import type { ApprovalReviewProps } from "./approval-review";
import { ApprovalStatus, approvalAmount, useApprovalKind } from "./approval-text";

const ApprovalReview = lazyDialog<ApprovalReviewProps>(
  () => import("./approval-review").then((module) => module.ApprovalReview),
  { close: ({ onMove }) => onMove(null) },
);

const DECIDED = ["approved", "refused", "expired"] as const;
/** What waits for a second person, and what was decided. */
export function ApprovalsPage({
  staffId,
  opened = null,
}: {
  staffId: string;
  /** The one that a link led to. */
  opened?: ApprovalDto | null;
}) {
  const formatDateTime = useDateTime();
  const t = useTranslations("staffApprovals");
  const url = useListUrl(APPROVAL_FILTERS);
  const query = useMemo(() => approvalsQueryOf(url.query), [url.query]);
  const answer = useApprovals(query);
  const whatOf = useApprovalKind();
  const [review, setReview] = useState<{ approval: ApprovalDto; open: boolean } | null>(
    opened && { approval: opened, open: true },
  );
  const [ended, setEnded] = useState(false);
  const open = (approval: ApprovalDto) => {
    setEnded(false);
    setReview({ approval, open: true });
  };
  // The list brings what has changed since the dialog was opened.
  const shown = answer.data?.approvals.find(({ id }) => id === review?.approval.id);
  return (
    <AdminPage title={t("title")}>
      <ListFilters>
        <SelectFilter
          url={url}
          name="status"
          label={t("status")}
          all={t("statuses.pending")}
          options={[
            ...DECIDED.map((value) => ({ value, label: t(`statuses.${value}`) })),
            { value: "all", label: t("all") },
          ]}
        />
      </ListFilters>
      <StaffList
        answer={answer}
        rows={answer.data?.approvals}
        nextCursor={answer.data?.nextCursor ?? null}
        url={url}
        above={ended ? <QueueEnd isFiltered={false} /> : null}
        emptyText={t("empty")}
        caption={t("title")}
        rowKey={(row) => row.id}
        columns={useColumns(open)}
        onOpen={open}
        card={(row) => ({
          title: whatOf(row),
          amount: approvalAmount(row),
          meta: [
            ...(row.user ? [row.user.username] : []),
            t("by", {
              name: row.requestedBy.username,
              at: formatDateTime(row.createdAt, { zone: true }),
            }),
          ].join(" · "),
          status: <ApprovalStatus status={row.status} />,
        })}
      />
      {review ? (
        <ApprovalReview
          key={review.approval.id}
          approval={shown ?? review.approval}
          staffId={staffId}
          open={review.open}
          onMove={(next, isEnd = false) => {
            if (next) return open(next);
            setEnded(isEnd);
            url.setParameter("approval", null);
            setReview({ ...review, open: false });
          }}
        />
      ) : null}
    </AdminPage>
  );
}

function useColumns(onReview: (approval: ApprovalDto) => void) {
  const t = useTranslations("staffApprovals");
  const whatOf = useApprovalKind();
  return [
    { key: "what", header: t("what"), cell: whatOf },
    {
      key: "user",
      header: t("user"),
      className: "[overflow-wrap:anywhere]",
      cell: (row: ApprovalDto) => row.user?.username ?? t("house"),
    },
    {
      key: "amount",
      header: t("change"),
      numeric: true,
      className: "[overflow-wrap:anywhere]",
      cell: approvalAmount,
    },
    {
      key: "value",
      header: t("value"),
      numeric: true,
      cell: (row: ApprovalDto) =>
        row.valueUsdt === null ? t("unknown") : formatAmount(row.valueUsdt, "USDT"),
    },
    {
      key: "reason",
      header: t("reason"),
      className: "[overflow-wrap:anywhere]",
      cell: (row: ApprovalDto) => row.reason ?? "",
    },
    {
      key: "requestedBy",
      header: t("requestedBy"),
      cell: (row: ApprovalDto) => row.requestedBy.username,
    },
    { key: "requestedAt", header: t("requestedAt"), at: (row: ApprovalDto) => row.createdAt },
    {
      key: "status",
      header: t("status"),
      cell: (row: ApprovalDto) => <ApprovalStatus status={row.status} />,
    },
    {
      key: "review",
      header: t("review"),
      hiddenHeader: true,
      cell: (row: ApprovalDto) => (
        <Button
          variant="ghost"
          aria-label={t("reviewOf", {
            user: row.user?.username ?? t("house"),
            what: `${whatOf(row)} ${approvalAmount(row)}`,
          })}
          onClick={() => onReview(row)}
        >
          {t("review")}
        </Button>
      ),
    },
  ];
}
