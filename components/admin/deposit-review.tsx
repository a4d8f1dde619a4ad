"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { notify } from "@/components/ui/toast";
import type { AdminDepositDto } from "@/lib/deposits/schema";
import {
  type DepositDecision,
  nextWaitingDeposit,
  useProcessDeposit,
  useStaffDeposit,
} from "@/lib/deposits/staff-client";
import { formatAmount } from "@/lib/platform/ui/format";
import { DepositFacts } from "./deposit-facts";
import { PaymentDialog, PaymentReview, type PaymentReviewProps } from "./payment-review";
import { ProofViewer } from "./proof-viewer";
import { DecisionBar, DecisionForm, NoteField } from "./review-parts";
import { useDecision } from "./use-decision";

/** One deposit with its proof, and the decision on it. */
export function DepositReview(props: PaymentReviewProps) {
  const answer = useStaffDeposit(props.id);
  return (
    <PaymentDialog texts="staff.deposits" answer={answer} {...props}>
      {(deposit) => <Review key={props.id} deposit={deposit} {...props} />}
    </PaymentDialog>
  );
}

function Review({
  deposit,
  staffId,
  userId,
  moved,
  onMove,
}: PaymentReviewProps & { deposit: AdminDepositDto }) {
  const t = useTranslations("staff.deposits");
  const process = useProcessDeposit(deposit.id);
  const goOn = async () => {
    // What was decided stands; not knowing what comes next only closes the dialog.
    onMove(await nextWaitingDeposit(deposit.id, userId).catch(() => null));
  };
  const decision = useDecision<DepositDecision, { deposit: AdminDepositDto }>(
    process.mutateAsync,
    async ({ deposit: { number, creditedUsdt } }) => {
      notify.success(
        creditedUsdt
          ? t("credited", { number, amount: formatAmount(creditedUsdt, "USDT", { exact: true }) })
          : t("rejected", { number }),
      );
      await goOn();
    },
  );
  return (
    <PaymentReview
      payment={deposit}
      staffId={staffId}
      moved={moved}
      askedText={t("reported")}
      ownText={t("own")}
      conflict={decision.conflict}
      onNext={() => void goOn()}
      facts={
        <>
          <ProofViewer path={deposit.proofUrl} label={t("proof", { number: deposit.number })} />
          <DepositFacts deposit={deposit} />
        </>
      }
      decide={
        deposit.status === "pending" ? <Decide deposit={deposit} decision={decision} /> : null
      }
    />
  );
}

function Decide({
  deposit,
  decision,
}: {
  deposit: AdminDepositDto;
  decision: ReturnType<typeof useDecision<DepositDecision, { deposit: AdminDepositDto }>>;
}) {
  const t = useTranslations("staff.deposits");
  const [mode, setMode] = useState<"look" | "confirm" | "reject">("look");
  const [quotedUsdt, setQuotedUsdt] = useState<string | null>(null);
  const [note, setNote] = useState("");
  const [noteMissing, setNoteMissing] = useState(false);
  const show = (next: typeof mode) => {
    decision.restart();
    setNoteMissing(false);
    setQuotedUsdt(deposit.quote?.usdt ?? null);
    setMode(next);
  };
  if (mode === "look") {
    return (
      <DecisionBar>
        <Button variant="outline" onClick={() => show("reject")}>
          {t("reject")}
        </Button>
        <Button className="min-w-0 flex-1 shrink" onClick={() => show("confirm")}>
          {t("approve")}
        </Button>
      </DecisionBar>
    );
  }
  const adminNotes = note.trim() || undefined;
  const isReject = mode === "reject";
  const submit = () => {
    setNoteMissing(isReject && !adminNotes);
    if (isReject && !adminNotes) return;
    void decision.decide({ action: mode, ...(adminNotes ? { adminNotes } : {}) });
  };
  const now = deposit.quote ? formatAmount(deposit.quote.usdt, "USDT", { exact: true }) : null;
  const before = quotedUsdt ? formatAmount(quotedUsdt, "USDT", { exact: true }) : null;
  return (
    <DecisionForm
      title={isReject ? t("rejectTitle") : t("confirmTitle", { user: deposit.user.username })}
      confirmLabel={isReject ? t("rejectConfirm") : t("credit", { amount: now ?? "USDT" })}
      variant={isReject ? "danger" : "primary"}
      pending={decision.pending}
      error={decision.message}
      onBack={() => show("look")}
      onSubmit={submit}
    >
      {!isReject && now && before && now !== before ? (
        <p role="alert" className="rounded-control bg-warn-soft p-3 text-warn">
          {t("rateChanged", { before, now })}
        </p>
      ) : null}
      {isReject ? null : <p>{t("confirmText")}</p>}
      <NoteField
        value={note}
        onChange={setNote}
        required={isReject}
        error={noteMissing && !adminNotes ? t("noteMissing") : decision.fieldError("adminNotes")}
      />
    </DecisionForm>
  );
}
