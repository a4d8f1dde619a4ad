"use client";

import { UserTrades } from "@/components/admin/trades/trades-page";
import type { UserTabProps } from "../tab-props";
import { RunsSection } from "./runs-section";

/** A user's strategy runs, which can be stopped where the account is off, and trades, which nothing changes. */
export function TradesTab({ user, staffId, areas }: UserTabProps) {
  return (
    <div className="space-y-6">
      <RunsSection
        user={user}
        mayStop={areas.includes("finance") && user.id !== staffId && !user.isActive}
      />
      <UserTrades userId={user.id} />
    </div>
  );
}
