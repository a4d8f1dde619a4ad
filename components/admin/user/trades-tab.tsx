"use client";

import { UserTrades } from "../trades-page";
import { RunsSection } from "./runs-section";
import type { UserTabProps } from "./tab-props";

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
