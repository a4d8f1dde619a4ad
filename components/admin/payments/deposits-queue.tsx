"use client";

import { lazyDialog } from "@/components/ui/overlays/lazy-part";
import type { AdminDepositDto } from "@/lib/deposits/schema";
import { useStaffDeposits } from "@/lib/deposits/staff-client";
import { formatAmount } from "@/lib/platform/ui/format";
import { BulkConfirm } from "../bulk/bulk-confirm";
import type { PaymentReviewProps } from "./payment-review";
import { type PaymentKind, PaymentsPage, UserPayments } from "./payments-queue";

const DepositReview = lazyDialog<PaymentReviewProps>(
  () => import("./deposit-review").then((module) => module.DepositReview),
  { close: ({ onMove }) => onMove(null) },
);

const DEPOSITS: PaymentKind<AdminDepositDto> = {
  path: "/admin/deposits",
  list: "deposits",
  texts: "staff.deposits",
  unit: "coin",
  usePage: useStaffDeposits,
  amount: (row) => formatAmount(row.amount, row.currency),
  usdtOf: ({ creditedUsdt, quote }) => creditedUsdt ?? quote?.usdt ?? null,
  Review: DepositReview,
  Bulk: BulkConfirm,
};

/** The page of all deposits. */
export function DepositsPage(props: { staffId: string }) {
  return <PaymentsPage kind={DEPOSITS} {...props} />;
}

/** One user's deposits, as a part of their page. */
export function UserDeposits(props: { staffId: string; userId: string }) {
  return <UserPayments kind={DEPOSITS} {...props} />;
}
