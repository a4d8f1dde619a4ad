"use client";

import { useTranslations } from "next-intl";
import { useMay } from "@/components/admin/panel/staff-rights";
import { ManageBalance } from "@/components/admin/users/manage-balance";
import { Banner } from "@/components/ui/display/banner";
import { Card, SectionTitle } from "@/components/ui/display/card";
import { KeyValueRows } from "@/components/ui/display/key-value-rows";
import { formatAmount } from "@/lib/platform/ui/format";
import type { KeptTabProps } from "../tab-props";
import { WaitingChanges } from "../waiting-changes";

/** A user's balances in full and the way to change them. */
export function BalanceTab({ user, staffId, balance }: KeptTabProps) {
  const t = useTranslations("staffUser.balance");
  const mayAdjust = useMay("balances.adjust");
  const seesWaiting = useMay("approvals.read");
  const isSelf = user.id === staffId;
  return (
    <div className="space-y-4">
      {isSelf ? <Banner tone="info">{t("self")}</Banner> : null}
      {mayAdjust && !isSelf ? <ManageBalance user={user} balance={balance} /> : null}
      {seesWaiting ? <WaitingChanges userId={user.id} staffId={staffId} /> : null}
      <div className="grid gap-4 md:grid-cols-2">
        <Balances currency="USDT" balances={user.balances.USDT} />
        <Balances currency="XAUT" balances={user.balances.XAUT} />
      </div>
    </div>
  );
}

function Balances({ currency, balances }: { currency: string; balances: Record<string, string> }) {
  const t = useTranslations("staffUser.balance.accounts");
  return (
    <Card aria-label={currency}>
      <SectionTitle>{currency}</SectionTitle>
      <KeyValueRows
        rows={Object.entries(balances).map(([kind, value]) => ({
          id: kind,
          label: t.has(kind) ? t(kind) : kind,
          value: formatAmount(value, currency, { exact: true }),
          strong: kind === "available",
        }))}
      />
    </Card>
  );
}
