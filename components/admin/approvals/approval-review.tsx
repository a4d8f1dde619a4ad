"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { FormTextArea } from "@/components/forms/form-fields";
import { useSchemaForm } from "@/components/forms/use-schema-form";
import { Banner } from "@/components/ui/display/banner";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { Dialog } from "@/components/ui/overlays/dialog";
import { showToast } from "@/components/ui/overlays/toast";
import { nextWaitingApproval, useDecideApproval } from "@/lib/approvals/client";
import type { ApprovalDto, DecideApprovalInput } from "@/lib/approvals/schema";
import { addDecimal, subtractDecimal } from "@/lib/platform/ui/decimal";
import { formatAmount, formatDateTime } from "@/lib/platform/ui/format";
import { useCanWrite } from "../panel/staff-areas";
import { DecisionBar, DecisionForm } from "../payments/review-parts";
import { useDecision } from "../payments/use-decision";
import { useGoOn } from "../payments/use-review";
import { UserLink } from "../users/user-link";
import { ApprovalStatus, approvalAmount } from "./approval-text";

const loadSchema = () =>
  import("@/lib/approvals/schema").then((module) => module.decideApprovalSchema);

export interface ApprovalReviewProps {
  approval: ApprovalDto;
  staffId: string;
  open: boolean;
  /** Goes on to another request, or with null closes, at the queue's end or before. */
  onMove: (next: ApprovalDto | null, isEnd?: boolean) => void;
}

/** One requested balance change, before and after, and the decision on it. */
export function ApprovalReview({ approval, staffId, open, onMove }: ApprovalReviewProps) {
  const t = useTranslations("staffApprovals");
  const mayDecide = useCanWrite("finance");
  const isOwn = approval.requestedBy.id === staffId;
  const concernsMe = approval.user.id === staffId;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onMove(null)}
      placement="side"
      title={t("reviewTitle")}
    >
      <div className="space-y-4">
        <ApprovalStatus status={approval.status} />
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
  const t = useTranslations("staffApprovals");
  const { currency, amount, available, operation, decidedBy, decidedAt } = approval;
  const show = (value: string) => formatAmount(value, currency, { exact: true });
  const after =
    available === null
      ? null
      : operation === "add"
        ? addDecimal(available, amount)
        : subtractDecimal(available, amount);
  return (
    <KeyValueRows
      rows={[
        { label: t("user"), value: <UserLink user={approval.user} /> },
        { label: t("change"), value: approvalAmount(approval), strong: true },
        {
          label: t("value"),
          value:
            approval.valueUsdt === null ? t("noValue") : formatAmount(approval.valueUsdt, "USDT"),
        },
        ...(available === null || after === null
          ? []
          : [
              { label: t("before"), value: show(available) },
              { label: t("after"), value: show(after), strong: true },
            ]),
        { label: t("reason"), value: approval.reason, stacked: true },
        { label: t("requestedBy"), value: approval.requestedBy.username },
        { label: t("requestedAt"), value: formatDateTime(approval.createdAt) },
        approval.status === "pending"
          ? { label: t("expiresAt"), value: formatDateTime(approval.expiresAt, { zone: true }) }
          : { label: t("decidedAt"), value: formatDateTime(decidedAt, { zone: true }) },
        ...(decidedBy ? [{ label: t("decidedBy"), value: decidedBy.username }] : []),
        ...(approval.note ? [{ label: t("note"), value: approval.note, stacked: true }] : []),
      ]}
    />
  );
}

function Decide({ approval, staffId, onMove }: Omit<ApprovalReviewProps, "open">) {
  const t = useTranslations("staffApprovals");
  const [mode, setMode] = useState<"look" | "approve" | "reject">("look");
  const decide = useDecideApproval(approval);
  const goOn = useGoOn(() => nextWaitingApproval(approval, staffId), onMove);
  const decision = useDecision<DecideApprovalInput, { approval: ApprovalDto }>(
    decide.mutateAsync,
    async ({ approval: { status } }) => {
      showToast.success(t(status === "applied" ? "approved" : "rejected"));
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
  const change = approvalAmount(approval);
  return (
    <DecisionForm
      form={form}
      title={t(isReject ? "rejectTitle" : "approveTitle", { user: approval.user.username })}
      confirmLabel={t(isReject ? "rejectConfirm" : "approveConfirm", { change })}
      variant={isReject ? "danger" : "primary"}
      pending={decision.pending}
      error={decision.message ?? decision.conflict}
      onBack={() => show("look")}
      onValid={decision.decide}
    >
      <p>{t(isReject ? "rejectText" : "approveText")}</p>
      <FormTextArea
        form={form}
        name="note"
        label={isReject ? t("note") : t("noteOptional")}
        hint={t(isReject ? "rejectNoteHint" : "noteHint")}
        rows={3}
        maxLength={500}
        aria-required={isReject}
      />
    </DecisionForm>
  );
}
