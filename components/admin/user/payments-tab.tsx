"use client";

import { useTranslations } from "next-intl";
import { Segmented } from "@/components/ui/segmented";
import { UserDeposits } from "../deposits-queue";
import { useListUrl } from "../use-list-url";
import { UserWithdrawals } from "../withdrawals-queue";
import type { UserTabProps } from "./tab-props";

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
