"use client";

import { useTranslations } from "next-intl";
import { Banner } from "@/components/ui/banner";
import { Card, SectionTitle } from "@/components/ui/card";
import { KeyValueRows } from "@/components/ui/key-value-rows";
import type { AdminUserDetailDto } from "@/lib/accounts/staff-schema";
import { formatAmount } from "@/lib/platform/ui/format";
import { ManageBalance } from "./manage-balance";
import { UserLedger } from "./user-ledger";

/** A user's balances in full, the way to change them, and every movement. */
export function UserBalance({
  user,
  isSelf,
  mayAdjust,
}: {
  user: AdminUserDetailDto;
  isSelf: boolean;
  mayAdjust: boolean;
}) {
  const t = useTranslations("staff.user");
  return (
    <div className="space-y-4">
      {isSelf ? <Banner tone="info">{t("selfBalance")}</Banner> : null}
      {mayAdjust && !isSelf ? <ManageBalance user={user} /> : null}
      <div className="grid gap-4 md:grid-cols-2">
        <Balances currency="USDT" balances={user.balances.USDT} />
        <Balances currency="XAUT" balances={user.balances.XAUT} />
      </div>
      <UserLedger userId={user.id} username={user.username} />
    </div>
  );
}

function Balances({ currency, balances }: { currency: string; balances: Record<string, string> }) {
  const t = useTranslations("staff.user.accounts");
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
