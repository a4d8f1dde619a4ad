"use client";

import { useTranslations } from "next-intl";
import { useListUrl } from "@/components/admin/lists/use-list-url";
import { UserDeposits } from "@/components/admin/payments/deposits-queue";
import { UserWithdrawals } from "@/components/admin/payments/withdrawals-queue";
import { Segmented } from "@/components/ui/segmented";
import type { UserTabProps } from "../tab-props";

const NO_FILTERS: string[] = [];
const KINDS = ["deposits", "withdrawals"] as const;

/** A user's deposits or withdrawals, with their review. */
export function PaymentsTab({ user, staffId }: UserTabProps) {
  const t = useTranslations("staffUser.payments");
  const url = useListUrl(NO_FILTERS);
  const kind = url.parameter("kind") === "withdrawals" ? "withdrawals" : "deposits";
  return (
    <div className="space-y-4">
      <Segmented
        label={t("kind")}
        value={kind}
        onValueChange={(next) =>
          url.change({ kind: next === "deposits" ? null : next, status: null, review: null })
        }
        options={KINDS.map((value) => ({
          value,
          label: t(value, { count: user.counts[value] }),
        }))}
      />
      {kind === "deposits" ? (
        <UserDeposits staffId={staffId} userId={user.id} />
      ) : (
        <UserWithdrawals staffId={staffId} userId={user.id} />
      )}
    </div>
  );
}
