"use client";

import { useTranslations } from "next-intl";
import { useMay } from "@/components/admin/panel/staff-rights";
import { showToast } from "@/components/ui/overlays/toast";
import type { ReviewedDepositDto } from "@/lib/deposits/schema";
import {
  type DepositDecision,
  nextWaitingDeposit,
  useProcessDeposit,
  useStaffDeposit,
} from "@/lib/deposits/staff-client";
import { formatAmount } from "@/lib/platform/ui/format";
import { ProofViewer } from "../proof/proof-viewer";
import { DepositDecide } from "./deposit-decision";
import { DepositFacts } from "./deposit-facts";
import { DepositReversal } from "./deposit-reversal";
import { PaymentDialog, PaymentReview, type PaymentReviewProps } from "./payment-review";
import { useDecision } from "./use-decision";
import { useGoOn } from "./use-review";

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
  filters,
  onMove,
  ...props
}: PaymentReviewProps & { deposit: ReviewedDepositDto }) {
  const t = useTranslations("staff.deposits");
  const process = useProcessDeposit(deposit.id);
  const goOn = useGoOn(() => nextWaitingDeposit(deposit, filters), onMove);
  const decision = useDecision<DepositDecision, { deposit: ReviewedDepositDto }>(
    process.mutateAsync,
    async ({ deposit: { number, credited } }) => {
      showToast.success(
        credited
          ? t("credited", {
              number,
              amount: formatAmount(credited.amount, credited.currency, { exact: true }),
            })
          : t("rejected", { number }),
      );
      await goOn();
    },
  );
  const seesProof = useMay("proofs.read");
  const isDone = deposit.status === "completed";
  const mayDecide = useMay(isDone ? "deposits.reverse" : "deposits.confirm");
  return (
    <PaymentReview
      payment={deposit}
      {...props}
      onMove={onMove}
      busy={decision.pending}
      askedText={t("reported")}
      ownText={t("own")}
      conflict={decision.conflict}
      onNext={() => void goOn()}
      main={
        <div className="xl:sticky xl:top-0 xl:h-[calc(100dvh-9rem)]">
          {seesProof ? (
            <ProofViewer
              path={deposit.proofUrl}
              label={t("proof", { number: deposit.number })}
              size={deposit.proof}
            />
          ) : (
            <p className="text-text-2">{t("proofHidden")}</p>
          )}
        </div>
      }
      facts={<DepositFacts deposit={deposit} />}
      mayDecide={mayDecide}
      decide={
        deposit.status === "pending" ? (
          <DepositDecide deposit={deposit} decision={decision} />
        ) : isDone ? (
          <DepositReversal deposit={deposit} />
        ) : null
      }
    />
  );
}
