/**
 * What a movement is about, for people: each groups the business events of the ledger. Events that
 * no group names are "other".
 */
export const transactionGroups = {
  deposit: ["deposit", "deposit_reversal", "receivable_payment"],
  withdrawal: ["withdrawal_hold", "withdrawal_release", "withdrawal_settle"],
  option: ["option_open", "option_settle"],
  trade: ["trade_reserve", "manual_trade", "trade_release", "order_reserve", "order_release"],
  ai: ["ai_allocate", "ai_trade", "ai_return"],
  storage: ["vault_reserve", "vault_store", "vault_retrieve", "vault_release"],
  referral: ["referral_commission"],
  savings: ["saving_subscribe", "saving_refund", "saving_mature", "saving_interest"],
  adjustment: ["admin_adjustment"],
} as const satisfies Record<string, readonly string[]>;

export type TransactionGroup = keyof typeof transactionGroups;
export const transactionTypes = Object.keys(transactionGroups) as [
  TransactionGroup,
  ...TransactionGroup[],
];

/** The group of a business event. */
export function groupOf(event: string): TransactionGroup | "other" {
  const found = transactionTypes.find((type) =>
    (transactionGroups[type] as readonly string[]).includes(event),
  );
  return found ?? "other";
}
