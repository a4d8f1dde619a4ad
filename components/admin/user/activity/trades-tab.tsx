"use client";

import { useMay } from "@/components/admin/panel/staff-rights";
import { UserTrades } from "@/components/admin/trades/trades-page";
import type { UserTabProps } from "../tab-props";
import { OrdersSection } from "./orders-section";
import { RecurringSection } from "./recurring-section";
import { RunsSection } from "./runs-section";

/** A user's strategy runs, which can be stopped where the account is off, and orders, recurring buys and trades, which nothing changes. */
export function TradesTab({ user, staffId }: UserTabProps) {
  const mayStop = useMay("runs.stop");
  return (
    <div className="space-y-6">
      <RunsSection user={user} mayStop={mayStop && user.id !== staffId && !user.isActive} />
      <OrdersSection userId={user.id} />
      <RecurringSection userId={user.id} />
      <UserTrades userId={user.id} />
    </div>
  );
}
