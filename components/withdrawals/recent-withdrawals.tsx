"use client";

import { RecentPayments } from "@/components/payments/recent-payments";
import { useRecentWithdrawals } from "@/lib/withdrawals/client";
import { WithdrawalDetails } from "./withdrawal-details";

/** Pending and recent withdrawals. */
export function RecentWithdrawals() {
  return (
    <RecentPayments texts="withdraw.recent" query={useRecentWithdrawals()}>
      {(withdrawal) => <WithdrawalDetails withdrawal={withdrawal} />}
    </RecentPayments>
  );
}
