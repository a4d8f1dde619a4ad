/** Which receipt proves what a movement of money was for. */
import type { ProvedKind } from "./schema";

/** By what the ledger's transfers refer to. */
export const RECEIPTS: { readonly [reference: string]: ProvedKind } = {
  trade: "trade",
  resting_order: "order",
  deposit: "deposit",
  deposit_reversal: "deposit",
  withdrawal: "withdrawal",
  vault_conversion: "storage",
  saving: "saving",
  strategy_run: "run",
  referral_earning: "referral",
  balance_adjustment: "adjustment",
};
