"use client";

import { UserTrades } from "../trades-page";
import type { UserTabProps } from "./tab-props";

/** A user's trades, read-only. */
export function TradesTab({ user }: UserTabProps) {
  return <UserTrades userId={user.id} />;
}
