"use client";

import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { CardList } from "@/components/ui/display/data-list";
import { lazyDialog } from "@/components/ui/overlays/lazy-part";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { useApprovals } from "@/lib/approvals/client";
import type { ApprovalDto } from "@/lib/approvals/schema";
import type { ApprovalReviewProps } from "../approvals/approval-review";
import { ApprovalStatus, approvalAmount, useApprovalKind } from "../approvals/approval-text";

const ApprovalReview = lazyDialog<ApprovalReviewProps>(
  () => import("../approvals/approval-review").then((module) => module.ApprovalReview),
  { close: ({ onMove }) => onMove(null) },
);

/** What waits for a second person about a user; nothing when there is none. */
export function WaitingChanges({ userId, staffId }: { userId: string; staffId: string }) {
  const formatDateTime = useDateTime();
  const t = useTranslations("staffApprovals");
  const query = useMemo(() => ({ userId, status: "pending" }), [userId]);
  const { data } = useApprovals(query);
  const [review, setReview] = useState<{ approval: ApprovalDto; open: boolean } | null>(null);
  const whatOf = useApprovalKind();
  const rows = data?.approvals ?? [];
  const shown = rows.find(({ id }) => id === review?.approval.id);
  return (
    <>
      {rows.length > 0 ? (
        <Card aria-labelledby="waiting-changes">
          <SectionTitle id="waiting-changes">{t("waiting")}</SectionTitle>
          <CardList
            caption={t("waiting")}
            rows={rows}
            rowKey={(row) => row.id}
            onOpen={(approval) => setReview({ approval, open: true })}
            card={(row) => ({
              title: whatOf(row),
              amount: approvalAmount(row),
              meta: [
                t("by", {
                  name: row.requestedBy.username,
                  at: formatDateTime(row.createdAt, { zone: true }),
                }),
                ...(row.reason ? [row.reason] : []),
              ].join(" · "),
              status: <ApprovalStatus status={row.status} />,
            })}
          />
        </Card>
      ) : null}
      {review ? (
        <ApprovalReview
          key={review.approval.id}
          approval={shown ?? review.approval}
          staffId={staffId}
          open={review.open}
          onMove={() => setReview({ ...review, open: false })}
        />
      ) : null}
    </>
  );
}
