"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Banner } from "@/components/ui/banner";
import { StatusPill } from "@/components/ui/pill";
import type { PaymentStatus } from "@/lib/wallets/payment-schema";
import { Age } from "./age";
import { ConflictBanner, ReviewDialog, type ReviewDialogProps, ReviewStart } from "./review-parts";
import { useMayAct } from "./staff-areas";

export interface PaymentReviewProps {
  id: string;
  open: boolean;
  /** The signed-in member of staff: nobody decides on their own requests. */
  staffId: string;
  /** Work goes on within one user's requests. */
  userId?: string;
  /** The dialog has gone on from another request. */
  moved: boolean;
  /** Goes on to another request, or with null closes. */
  onMove: (id: string | null) => void;
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

/** What is known of a payment, and while it waits, the decision on it. */
export function PaymentReview({
  payment,
  staffId,
  moved,
  askedText,
  ownText,
  conflict,
  onNext,
  facts,
  decide,
}: Pick<PaymentReviewProps, "staffId" | "moved"> & {
  payment: { status: PaymentStatus; createdAt: string; user: { id: string } };
  /** Before its age. */
  askedText: string;
  /** Why nobody decides on their own requests. */
  ownText: string;
  /** A colleague was faster: in the server's words. */
  conflict: string | null;
  onNext: () => void;
  facts: ReactNode;
  /** Null when there is nothing to decide any more. */
  decide: ReactNode;
}) {
  const isOwn = payment.user.id === staffId;
  const mayDecide = useMayAct("finance");
  return (
    <div className="space-y-4">
      <ReviewStart takeFocus={moved}>
        <StatusPill status={payment.status} />
        <span className="text-text-2">
          {askedText} <Age at={payment.createdAt} />
        </span>
      </ReviewStart>
      {conflict ? <ConflictBanner text={conflict} onNext={onNext} /> : null}
      {facts}
      {decide && isOwn ? <Banner tone="info">{ownText}</Banner> : mayDecide ? decide : null}
    </div>
  );
}
