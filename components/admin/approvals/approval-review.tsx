"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { FormTextArea } from "@/components/forms/form-fields";
import { useSchemaForm } from "@/components/forms/use-schema-form";
import { Banner } from "@/components/ui/display/banner";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { Dialog } from "@/components/ui/overlays/dialog";
import { showToast } from "@/components/ui/overlays/toast";
import { useDateTime } from "@/components/ui/time/use-date-time";
import { nextWaitingApproval, useDecideApproval } from "@/lib/approvals/client";
import type { ApprovalDto, DecideApprovalInput } from "@/lib/approvals/schema";
import { addDecimal, subtractDecimal } from "@/lib/platform/ui/decimal";
import { formatAmount, formatRate } from "@/lib/platform/ui/format";
import { useMay } from "../panel/staff-rights";
import { DecisionBar, DecisionForm } from "../payments/review-parts";
import { useDecision } from "../payments/use-decision";
import { useGoOn } from "../payments/use-review";
import { UserLink } from "../users/user-link";
import { ApprovalStatus, approvalAmount, kindKey, useApprovalKind } from "./approval-text";

const loadSchema = () =>
  import("@/lib/approvals/schema").then((module) => module.decideApprovalSchema);

export interface ApprovalReviewProps {
  approval: ApprovalDto;
  staffId: string;
  open: boolean;
  /** Goes on to another request, or with null closes, at the queue's end or before. */
  onMove: (next: ApprovalDto | null, isEnd?: boolean) => void;
}

/** One request, what approving it does, and the decision on it. */
export function ApprovalReview({ approval, staffId, open, onMove }: ApprovalReviewProps) {
  const t = useTranslations("staffApprovals");
  const mayDecide = useMay("approvals.decide");
  const isOwn = approval.requestedBy.id === staffId;
  const concernsMe = approval.user?.id === staffId;
  const whatOf = useApprovalKind();
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onMove(null)}
      placement="side"
      title={t("reviewTitle")}
    >
      <div className="space-y-4">
        <div className="flex flex-wrap items-center gap-2">
          <ApprovalStatus status={approval.status} />
          <span className="font-medium">{whatOf(approval)}</span>
        </div>
        <Facts approval={approval} />
        {approval.status !== "pending" || !mayDecide ? null : isOwn || concernsMe ? (
          <Banner tone="info">{t(isOwn ? "own" : "concernsMe")}</Banner>
        ) : (
          <Decide approval={approval} staffId={staffId} onMove={onMove} />
        )}
      </div>
    </Dialog>
  );
}

function Facts({ approval }: { approval: ApprovalDto }) {
  const formatDateTime = useDateTime();
  const t = useTranslations("staffApprovals");
  const { user, decidedBy, decidedAt } = approval;
  return (
    <>
      {approval.about.repeatsTransaction ? <Banner tone="warn">{t("repeats")}</Banner> : null}
      <KeyValueRows
        rows={[
          ...(user ? [{ label: t("user"), value: <UserLink user={user} /> }] : []),
          ...useAboutRows(approval),
          {
            label: t("valueRequested"),
            value:
              approval.valueUsdt === null ? t("noValue") : formatAmount(approval.valueUsdt, "USDT"),
          },
          ...balanceRows(approval).map(({ label, ...row }) => ({ ...row, label: t(label) })),
          ...(approval.reason
            ? [{ label: t("reason"), value: approval.reason, stacked: true }]
            : []),
          { label: t("requestedBy"), value: approval.requestedBy.username },
          { label: t("requestedAt"), value: formatDateTime(approval.createdAt, { zone: true }) },
          approval.status === "pending"
            ? { label: t("expiresAt"), value: formatDateTime(approval.expiresAt, { zone: true }) }
            : {
                label: t(approval.status === "expired" ? "endedAt" : "decidedAt"),
                value: formatDateTime(decidedAt, { zone: true }),
              },
          ...(decidedBy ? [{ label: t("decidedBy"), value: decidedBy.username }] : []),
          ...(approval.note ? [{ label: t("note"), value: approval.note, stacked: true }] : []),
        ]}
      />
    </>
  );
}

/** What it is about, part by part. */
function useAboutRows({ kind, about }: ApprovalDto) {
  const t = useTranslations("staffApprovals");
  const { dailyRate, capacity, currency = "" } = about;
  const plain = ["coin", "network", "address", "transactionHash", "from", "to", "name"] as const;
  return [
    ...(about.amount === undefined
      ? []
      : [{ label: t("amount"), value: approvalAmount({ kind, about }), strong: true }]),
    ...(about.amount === undefined && currency ? [{ label: t("currency"), value: currency }] : []),
    ...plain.flatMap((name) => {
      const value = about[name];
      const isLong = name === "address" || name === "transactionHash";
      return value ? [{ label: t(name), value, stacked: isLong }] : [];
    }),
    ...(dailyRate === undefined
      ? []
      : [
          {
            label: t("dailyRate"),
            value: t("rates", {
              daily: formatRate(dailyRate),
              yearly: formatRate(about.yearlyRate),
            }),
            strong: true,
          },
          {
            label: t("capacity"),
            value: capacity === undefined ? t("noCapacity") : formatAmount(capacity, currency),
          },
        ]),
  ];
}

/** The balance before and after a change of it that waits. */
function balanceRows({ kind, about, available }: ApprovalDto) {
  const { amount = "0", currency = "USDT" } = about;
  if (available === null) return [];
  const after =
    kind === "balance.add" ? addDecimal(available, amount) : subtractDecimal(available, amount);
  const show = (value: string) => formatAmount(value, currency, { exact: true });
  return [
    { label: "before" as const, value: show(available) },
    { label: "after" as const, value: show(after), strong: true },
  ];
}

function Decide({ approval, staffId, onMove }: Omit<ApprovalReviewProps, "open">) {
  const t = useTranslations("staffApprovals");
  const [mode, setMode] = useState<"look" | "approve" | "reject">("look");
  const decide = useDecideApproval(approval);
  const goOn = useGoOn(() => nextWaitingApproval(approval, staffId), onMove);
  const decision = useDecision<DecideApprovalInput, { approval: ApprovalDto }>(
    decide.mutateAsync,
    async ({ approval: { status } }) => {
      showToast.success(t(status === "approved" ? "approved" : "rejected"));
      await goOn();
    },
  );
  const form = useSchemaForm<{ note: string }, DecideApprovalInput>({
    start: { note: "" },
    loadSchema,
    toInput: ({ note }) => ({ action: mode, note: note.trim() || undefined }),
  });
  const show = (next: typeof mode) => {
    decision.restart();
    form.clearErrors();
    setMode(next);
  };
  if (mode === "look") {
    return (
      <DecisionBar
        rejectLabel={t("reject")}
        onReject={() => show("reject")}
        label={t("approve")}
        onGoOn={() => show("approve")}
      />
    );
  }
  const isReject = mode === "reject";
  return (
    <DecisionForm
      form={form}
      title={t(isReject ? "rejectTitle" : "approveTitle")}
      confirmLabel={
        isReject ? t("rejectConfirm") : t("approveConfirm", { what: approvalAmount(approval) })
      }
      variant={isReject ? "danger" : "primary"}
      pending={decision.pending}
      error={decision.message ?? decision.conflict}
      onBack={() => show("look")}
      onValid={decision.decide}
    >
      <p>{isReject ? t("rejectText") : t(`effects.${kindKey(approval.kind)}`)}</p>
      <FormTextArea
        form={form}
        name="note"
        label={isReject ? t("note") : t("noteOptional")}
        hint={t(isReject && approval.kind.startsWith("balance.") ? "rejectNoteHint" : "noteHint")}
        rows={3}
        maxLength={500}
        aria-required={isReject}
      />
    </DecisionForm>
  );
}
