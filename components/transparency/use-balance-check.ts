import { useEffect, useSyncExternalStore } from "react";
import {
  type BalanceState,
  balanceState,
  checkOwnBalance,
  onBalanceState,
} from "@/lib/transparency/liabilities/balance-check-client";

/**
 * What this browser knows of a person's balance in the published liabilities, and looks for it.
 * @param afterMs how long it waits before: whoever has just arrived has other things to load
 */
export function useBalanceCheck(userId: string, afterMs: number): BalanceState {
  useEffect(() => {
    const timer = setTimeout(() => void checkOwnBalance(userId), afterMs);
    return () => clearTimeout(timer);
  }, [userId, afterMs]);
  return useSyncExternalStore(onBalanceState, () => balanceState(userId));
}
