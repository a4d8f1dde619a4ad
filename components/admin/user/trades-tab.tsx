"use client";

import { UserTrades } from "../trades-page";
import { RunsSection } from "./runs-section";
import type { UserTabProps } from "./tab-props";

/** A user's strategy runs, which can be stopped, and trades, which nothing changes. */
export function TradesTab({ user, staffId, areas }: UserTabProps) {
  return (
    <div className="space-y-6">
      <RunsSection user={user} mayStop={areas.includes("finance") && user.id !== staffId} />
      <UserTrades userId={user.id} />
    </div>
  );
}
