"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Address } from "@/components/ui/address";
import { KeyValueRows } from "@/components/ui/key-value-rows";
import { notify } from "@/components/ui/toast";
import { formatAmount } from "@/lib/platform/ui/format";
import type { ReviewedWithdrawalDto } from "@/lib/withdrawals/schema";
import {
  nextWaitingWithdrawal,
  useProcessWithdrawal,
  useStaffWithdrawal,
  type WithdrawalDecision,
} from "@/lib/withdrawals/staff-client";
import { PaymentDialog, PaymentReview, type PaymentReviewProps } from "./payment-review";
import { DecisionBar, DecisionForm, NoteField } from "./review-parts";
import { HashField, useSameHash } from "./same-hash";
import { useDecision } from "./use-decision";
import { WithdrawalFacts } from "./withdrawal-facts";
import { WithdrawalWarnings } from "./withdrawal-warnings";

type Answer = { withdrawal: ReviewedWithdrawalDto };
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
  filters,
  onMove,
  ...props
}: PaymentReviewProps & { withdrawal: ReviewedWithdrawalDto }) {
  const t = useTranslations("staff.withdrawals");
  const process = useProcessWithdrawal(withdrawal.id);
  const goOn = async () => {
    // What was decided stands; not knowing what comes next only closes the dialog.
    onMove(await nextWaitingWithdrawal(withdrawal, filters).catch(() => null));
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
      {...props}
      onMove={onMove}
      busy={decision.pending}
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
  withdrawal: ReviewedWithdrawalDto;
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
      <DecisionBar
        rejectLabel={t("reject")}
        onReject={() => show("reject")}
        label={t(step)}
        onGoOn={() => show(step)}
      />
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
  withdrawal: ReviewedWithdrawalDto;
  decision: ReturnType<typeof useDecision<WithdrawalDecision, Answer>>;
  onBack: () => void;
}) {
  const t = useTranslations("staff.withdrawals");
  const { status } = withdrawal;
  const [note, setNote] = useState("");
  const same = useSameHash(withdrawal);
  const [tried, setTried] = useState(false);
  const adminNotes = note.trim();
  const transactionHash = same.hash.trim();
  const isNoteMissing = action === "reject" && !adminNotes;
  const isHashMissing = action === "complete" && !transactionHash;
  const submit = async () => {
    setTried(true);
    if (isNoteMissing || isHashMissing) return;
    const failure = await decision.decide({
      action,
      ...(status === "pending" || status === "processing" ? { seenStatus: status } : {}),
      ...(adminNotes ? { adminNotes } : {}),
      ...(action === "complete" ? { transactionHash, seenSameHash: same.seen } : {}),
    });
    same.warn(failure);
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
      onSubmit={() => void submit()}
    >
      <p>{t(`${action}Text`, amounts)}</p>
      {action === "reject" ? null : <Destination withdrawal={withdrawal} />}
      {action === "complete" ? (
        <HashField
          kind="withdrawal"
          network={withdrawal.network}
          label={t("hash")}
          hint={t("hashHint", amounts)}
          error={tried && isHashMissing ? t("hashMissing") : decision.fieldError("transactionHash")}
          required
          value={same.hash}
          others={same.others}
          sending={decision.pending}
          onChange={same.setHash}
        />
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

/** Where the money goes, in full, and what speaks against it: beside the button that sends it. */
function Destination({ withdrawal }: { withdrawal: ReviewedWithdrawalDto }) {
  const t = useTranslations("staff.withdrawals");
  return (
    <>
      <KeyValueRows
        boxed
        rows={[
          { label: t("asset"), value: `${withdrawal.currency} · ${withdrawal.network}` },
          { label: t("address"), value: <Address value={withdrawal.address} />, stacked: true },
        ]}
      />
      <WithdrawalWarnings withdrawal={withdrawal} />
    </>
  );
}
