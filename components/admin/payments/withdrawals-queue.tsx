"use client";

import { QrCode as QrCodeIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/button";
import { lazyDialog } from "@/components/ui/overlays/lazy-part";
import { formatAmount } from "@/lib/platform/ui/format";
import type { AdminWithdrawalDto } from "@/lib/withdrawals/schema";
import { useStaffWithdrawals } from "@/lib/withdrawals/staff-client";
import { BulkApprove } from "../bulk/bulk-approve";
import { useMay } from "../panel/staff-rights";
import type { PaymentReviewProps } from "./payment-review";
import { type PaymentKind, PaymentsPage, UserPayments } from "./payments-queue";

const WithdrawalReview = lazyDialog<PaymentReviewProps>(
  () => import("./withdrawal-review").then((module) => module.WithdrawalReview),
  { close: ({ onMove }) => onMove(null) },
);

const WITHDRAWALS: PaymentKind<AdminWithdrawalDto> = {
  path: "/admin/withdrawals",
  list: "withdrawals",
  texts: "staff.withdrawals",
  unit: "usdt",
  usePage: useStaffWithdrawals,
  amount: (row) => formatAmount(row.amount, row.amountCurrency),
  asset: ({ payoutAmount, currency }) =>
    payoutAmount ? formatAmount(payoutAmount, currency, { exact: true }) : currency,
  Review: WithdrawalReview,
  Bulk: BulkApprove,
  Actions: PayoutsLink,
};

function PayoutsLink() {
  const t = useTranslations("staffDesk.payouts");
  if (!useMay("proofs.read")) return null;
  return (
    <ButtonLink
      href="/admin/withdrawals/payouts"
      variant="outline"
      icon={<QrCodeIcon aria-hidden="true" />}
    >
      {t("open")}
    </ButtonLink>
  );
}

/** The page of all withdrawals. */
export function WithdrawalsPage(props: { staffId: string }) {
  return <PaymentsPage kind={WITHDRAWALS} {...props} />;
}

/** One user's withdrawals, as a part of their page. */
export function UserWithdrawals(props: { staffId: string; userId: string }) {
  return <UserPayments kind={WITHDRAWALS} {...props} />;
}
