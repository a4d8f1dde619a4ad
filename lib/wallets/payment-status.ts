/** The states of deposits and withdrawals, free of what only a server or a form needs. */

export const PAYMENT_STATUSES = [
  "pending",
  "confirmed",
  "processing",
  "completed",
  "failed",
  "cancelled",
  /** Of deposits: credited by mistake and taken back. */
  "reversed",
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** What staff still have to work on, and everything else. */
export const DEPOSIT_QUEUE = {
  waiting: ["pending"],
  done: ["confirmed", "processing", "completed", "failed", "cancelled", "reversed"],
} as const;
export const WITHDRAWAL_QUEUE = {
  waiting: ["pending", "processing"],
  done: ["confirmed", "completed", "failed", "cancelled"],
} as const;

/** Not finished yet: neither paid nor ended. */
export const WAITING_STATUSES: readonly PaymentStatus[] = ["pending", "confirmed", "processing"];
