"use client";

import { useTranslations } from "next-intl";
import { useMay } from "@/components/admin/panel/staff-rights";
import { showToast } from "@/components/ui/overlays/toast";
import { formatAmount } from "@/lib/platform/ui/format";
import type { ReviewedWithdrawalDto } from "@/lib/withdrawals/schema";
import {
  nextWaitingWithdrawal,
  useProcessWithdrawal,
  useStaffWithdrawal,
  type WithdrawalDecision,
} from "@/lib/withdrawals/staff-client";
import { Flags } from "../flags/flags";
import { OwnerFacts } from "../flags/owner-facts";
import { PaymentDialog, PaymentReview, type PaymentReviewProps } from "./payment-review";
import { useDecision } from "./use-decision";
import { useGoOn } from "./use-review";
import { WithdrawalDecide } from "./withdrawal-decision";
import { WithdrawalFacts } from "./withdrawal-facts";

type Answer = { withdrawal: ReviewedWithdrawalDto };

const exact = (value: string, currency = "USDT") => formatAmount(value, currency, { exact: true });

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
  const goOn = useGoOn(() => nextWaitingWithdrawal(withdrawal, filters), onMove);
  const decision = useDecision<WithdrawalDecision, Answer>(
    process.mutateAsync,
    async ({ withdrawal: { number, status, currency, payoutAmount } }) => {
      const done = status === "processing" ? "approved" : status;
      const text =
        done === "approved" && payoutAmount
          ? t("done.approvedCoins", { number, coins: exact(payoutAmount, currency) })
          : t(`done.${done === "failed" ? "rejected" : done}`, { number });
      showToast.success(text);
      await goOn();
    },
  );
  const mayDecide = useMay(
    withdrawal.status === "pending" ? "withdrawals.approve" : "withdrawals.complete",
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
      main={
        <div className="min-w-0 space-y-4">
          <WithdrawalFacts withdrawal={withdrawal} />
        </div>
      }
      facts={
        <>
          <Flags kind="withdrawal" flags={withdrawal.flags} />
          <OwnerFacts kind="withdrawal" user={withdrawal.user} owner={withdrawal.owner} />
        </>
      }
      mayDecide={mayDecide}
      decide={
        isOpen ? (
          <WithdrawalDecide key={withdrawal.status} withdrawal={withdrawal} decision={decision} />
        ) : null
      }
    />
  );
}
