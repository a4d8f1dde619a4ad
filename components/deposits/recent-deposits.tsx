"use client";

import { useTranslations } from "next-intl";
import { PrivateImage } from "@/components/files/private-image";
import { RecentPayments } from "@/components/payments/recent-payments";
import { useRecentDeposits } from "@/lib/deposits/client";
import { DepositDetails } from "./deposit-details";

/** Pending and recent deposits. */
export function RecentDeposits() {
  const t = useTranslations("deposit.recent");
  return (
    <RecentPayments texts="deposit.recent" query={useRecentDeposits()}>
      {(deposit) => (
        <div className="space-y-4">
          <DepositDetails deposit={deposit} />
          <PrivateImage src={deposit.proofUrl} alt={t("proof")} />
        </div>
      )}
    </RecentPayments>
  );
}
