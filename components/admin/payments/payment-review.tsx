"use client";

import { ChevronDown, ChevronUp, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Banner } from "@/components/ui/display/banner";
import { Pill, StatusPill } from "@/components/ui/display/pill";
import { IconButton } from "@/components/ui/icon-button";
import { useShortcuts } from "@/components/ui/shortcuts";
import { Age } from "@/components/ui/time/age";
import { useDateTime } from "@/components/ui/time/use-date-time";
import type { PaymentStatus } from "@/lib/wallets/payment-status";
import { ConflictBanner, ReviewDialog, type ReviewDialogProps, ReviewStart } from "./review-parts";

export interface PaymentReviewProps {
  id: string;
  open: boolean;
  /** The logged-in member of staff: nobody decides on their own requests. */
  staffId: string;
  /** The list's filters: work goes on within them. */
  filters: Record<string, string>;
  /** The neighbours in the list. */
  previousId?: string;
  nextId?: string;
  /** The dialog has gone on from another request. */
  moved: boolean;
  /** Goes on to another request, or with null closes, at the queue's end or before. */
  onMove: (id: string | null, isEnd?: boolean) => void;
}

/** The dialog around a deposit or a withdrawal, once it is loaded. */
export function PaymentDialog<Row extends { number: string }>({
  texts,
  answer,
  open,
  onMove,
  children,
}: Pick<PaymentReviewProps, "open" | "onMove"> & {
  texts: "staff.deposits" | "staff.withdrawals";
  answer: ReviewDialogProps["answer"] & { data: Row | undefined };
  children: (payment: Row) => ReactNode;
}) {
  const t = useTranslations(texts);
  const payment = answer.data;
  return (
    <ReviewDialog
      open={open}
      onClose={() => onMove(null)}
      title={payment ? t("reviewTitle", { number: payment.number }) : t("reviewLoading")}
      answer={answer}
    >
      {payment ? children(payment) : null}
    </ReviewDialog>
  );
}

type ReviewedPayment = {
  status: PaymentStatus;
  createdAt: string;
  flags: readonly unknown[];
  user: { id: string };
  processedBy: { username: string } | null;
  approvedAt?: string | null;
  processedAt: string | null;
};

/** Says who decided on a request while one was looking at it; null while nobody did. */
function useChangeByOthers(payment: ReviewedPayment, busy: boolean): string | null {
  const formatDateTime = useDateTime();
  const t = useTranslations("staffDesk");
  const status = useTranslations("ui.status");
  const [seen] = useState(payment.status);
  if (busy || payment.status === seen) return null;
  const at = payment.processedAt ?? payment.approvedAt ?? null;
  const who = payment.status === "cancelled" ? null : payment.processedBy?.username;
  return t("changed", {
    who: who ?? t("owner"),
    status: status(payment.status),
    when: formatDateTime(at, { zone: true }),
  });
}

/** The ways to the list's previous and next request. */
function Neighbours({
  previousId,
  nextId,
  onMove,
  busy,
}: Pick<PaymentReviewProps, "previousId" | "nextId" | "onMove"> & { busy: boolean }) {
  const t = useTranslations("staffDesk");
  // What the decision on its way says is shown here, and only here.
  const go = (id: string | undefined) => (id && !busy ? () => onMove(id) : null);
  useShortcuts("dialog", { k: go(previousId), j: go(nextId) });
  const ways = [
    { id: previousId, key: "k", label: t("previous"), icon: ChevronUp },
    { id: nextId, key: "j", label: t("next"), icon: ChevronDown },
  ];
  return (
    <span className="ml-auto flex gap-1">
      {ways.map(({ id, key, label, icon: Icon }) =>
        id ? (
          <IconButton
            key={key}
            label={label}
            title={label}
            aria-keyshortcuts={key}
            aria-disabled={busy || undefined}
            onClick={() => go(id)?.()}
          >
            <Icon aria-hidden="true" />
          </IconButton>
        ) : null,
      )}
    </span>
  );
}

/** What is known of a payment, and while it waits, the decision on it. */
export function PaymentReview({
  payment,
  staffId,
  moved,
  askedText,
  ownText,
  conflict,
  busy,
  onNext,
  main,
  facts,
  mayDecide,
  decide,
  ...neighbours
}: Pick<PaymentReviewProps, "staffId" | "moved" | "previousId" | "nextId" | "onMove"> & {
  payment: ReviewedPayment;
  /** Before its age. */
  askedText: string;
  /** Why nobody decides on their own requests. */
  ownText: string;
  /** A colleague was faster: in the server's words. */
  conflict: string | null;
  /** One's own decision is on its way. */
  busy: boolean;
  onNext: () => void;
  /** What is looked at: from 1280 px on beside the facts and the decision. */
  main: ReactNode;
  facts: ReactNode;
  /** Whether this member of staff may decide. */
  mayDecide: boolean;
  /** Null when there is nothing to decide any more. */
  decide: ReactNode;
}) {
  const t = useTranslations("staffDesk");
  const isOwn = payment.user.id === staffId;
  const changed = useChangeByOthers(payment, busy);
  const text = conflict ?? changed;
  return (
    <div className="space-y-4">
      <ReviewStart takeFocus={moved}>
        <StatusPill status={payment.status} />
        {payment.flags.length > 0 ? (
          <Pill tone="warn" icon={TriangleAlert}>
            {t("flagCount", { count: payment.flags.length })}
          </Pill>
        ) : null}
        <span className="text-text-2">
          {askedText} <Age at={payment.createdAt} />
        </span>
        <Neighbours {...neighbours} busy={busy} />
      </ReviewStart>
      {text ? <ConflictBanner text={text} onNext={onNext} /> : null}
      <div className="space-y-4 xl:grid xl:grid-cols-[minmax(0,1fr)_32rem] xl:gap-x-5 xl:space-y-0">
        {main}
        <div className="min-w-0 space-y-4 xl:flex xl:flex-col">
          {facts}
          {decide && isOwn ? <Banner tone="info">{ownText}</Banner> : mayDecide ? decide : null}
        </div>
      </div>
    </div>
  );
}
