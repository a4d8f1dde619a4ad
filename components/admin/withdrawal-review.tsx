"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "@/components/forms/field";
import { TextInput } from "@/components/forms/text-input";
import { Button } from "@/components/ui/button";
import { notify } from "@/components/ui/toast";
import { formatAmount } from "@/lib/platform/ui/format";
import type { AdminWithdrawalDto } from "@/lib/withdrawals/schema";
import {
  nextWaitingWithdrawal,
  useProcessWithdrawal,
  useStaffWithdrawal,
  type WithdrawalDecision,
} from "@/lib/withdrawals/staff-client";
import { PaymentDialog, PaymentReview, type PaymentReviewProps } from "./payment-review";
import { DecisionBar, DecisionForm, NoteField } from "./review-parts";
import { useDecision } from "./use-decision";
import { WithdrawalFacts } from "./withdrawal-facts";

type Answer = { withdrawal: AdminWithdrawalDto };
type Mode = "look" | "approve" | "complete" | "reject";

/** One withdrawal with the user's balances, and the next step of it. */
export function WithdrawalReview(props: PaymentReviewProps) {
  const answer = useStaffWithdrawal(props.id);
  return (
    <PaymentDialog texts="staff.withdrawals" answer={answer} {...props}>
      {(withdrawal) => <Review key={props.id} withdrawal={withdrawal} {...props} />}
    </PaymentDialog>
  );
}

function Review({
  withdrawal,
  staffId,
  userId,
  moved,
  onMove,
}: PaymentReviewProps & { withdrawal: AdminWithdrawalDto }) {
  const t = useTranslations("staff.withdrawals");
  const process = useProcessWithdrawal(withdrawal.id);
  const goOn = async () => {
    // What was decided stands; not knowing what comes next only closes the dialog.
    onMove(await nextWaitingWithdrawal(withdrawal.id, userId).catch(() => null));
  };
  const decision = useDecision<WithdrawalDecision, Answer>(
    process.mutateAsync,
    async ({ withdrawal: { number, status } }) => {
      const done = status === "processing" ? "approved" : status;
      notify.success(t(`done.${done === "failed" ? "rejected" : done}`, { number }));
      await goOn();
    },
  );
  const isOpen = withdrawal.status === "pending" || withdrawal.status === "processing";
  return (
    <PaymentReview
      payment={withdrawal}
      staffId={staffId}
      moved={moved}
      askedText={t("asked")}
      ownText={t("own")}
      conflict={decision.conflict}
      onNext={() => void goOn()}
      facts={<WithdrawalFacts withdrawal={withdrawal} />}
      decide={
        isOpen ? (
          <Decide key={withdrawal.status} withdrawal={withdrawal} decision={decision} />
        ) : null
      }
    />
  );
}

function Decide({
  withdrawal,
  decision,
}: {
  withdrawal: AdminWithdrawalDto;
  decision: ReturnType<typeof useDecision<WithdrawalDecision, Answer>>;
}) {
  const t = useTranslations("staff.withdrawals");
  const [mode, setMode] = useState<Mode>("look");
  const show = (next: Mode) => {
    decision.restart();
    setMode(next);
  };
  const step = withdrawal.status === "pending" ? "approve" : "complete";
  if (mode === "look") {
    return (
      <DecisionBar>
        <Button variant="outline" onClick={() => show("reject")}>
          {t("reject")}
        </Button>
        <Button className="min-w-0 flex-1 shrink" onClick={() => show(step)}>
          {t(step)}
        </Button>
      </DecisionBar>
    );
  }
  return (
    <Step
      key={mode}
      action={mode}
      withdrawal={withdrawal}
      decision={decision}
      onBack={() => show("look")}
    />
  );
}

function Step({
  action,
  withdrawal,
  decision,
  onBack,
}: {
  action: WithdrawalDecision["action"];
  withdrawal: AdminWithdrawalDto;
  decision: ReturnType<typeof useDecision<WithdrawalDecision, Answer>>;
  onBack: () => void;
}) {
  const t = useTranslations("staff.withdrawals");
  const [note, setNote] = useState("");
  const [hash, setHash] = useState("");
  const [tried, setTried] = useState(false);
  const adminNotes = note.trim();
  const transactionHash = hash.trim();
  const isNoteMissing = action === "reject" && !adminNotes;
  const isHashMissing = action === "complete" && !transactionHash;
  const submit = () => {
    setTried(true);
    if (isNoteMissing || isHashMissing) return;
    void decision.decide({
      action,
      ...(adminNotes ? { adminNotes } : {}),
      ...(action === "complete" ? { transactionHash } : {}),
    });
  };
  const amounts = {
    net: formatAmount(withdrawal.net, "USDT", { exact: true }),
    amount: formatAmount(withdrawal.amount, "USDT", { exact: true }),
    network: withdrawal.network,
    user: withdrawal.user.username,
  };
  return (
    <DecisionForm
      title={t(`${action}Title`)}
      confirmLabel={t(`${action}Confirm`, amounts)}
      variant={action === "reject" ? "danger" : "primary"}
      pending={decision.pending}
      error={decision.message}
      onBack={onBack}
      onSubmit={submit}
    >
      <p>{t(`${action}Text`, amounts)}</p>
      {action === "complete" ? (
        <Field
          label={t("hash")}
          hint={t("hashHint", amounts)}
          error={tried && isHashMissing ? t("hashMissing") : decision.fieldError("transactionHash")}
        >
          <TextInput
            name="transactionHash"
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            aria-required
            value={hash}
            onChange={(event) => setHash(event.target.value)}
          />
        </Field>
      ) : null}
      <NoteField
        value={note}
        onChange={setNote}
        required={action === "reject"}
        error={tried && isNoteMissing ? t("noteMissing") : decision.fieldError("adminNotes")}
      />
    </DecisionForm>
  );
}
