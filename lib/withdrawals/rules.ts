import type { PaymentStatus } from "@/lib/wallets/payment-status";

/** What can happen to a withdrawal: three decisions of staff and the owner's change of mind. */
export type WithdrawalAction = "approve" | "complete" | "reject" | "cancel";

type Transition = {
  from: readonly PaymentStatus[];
  to: PaymentStatus;
  /** What becomes of the held amount: it stays, is paid out, or goes back to the user. */
  funds: "keep" | "pay" | "release";
};

const TRANSITIONS: Record<WithdrawalAction, Transition> = {
  approve: { from: ["pending"], to: "processing", funds: "keep" },
  complete: { from: ["processing"], to: "completed", funds: "pay" },
  reject: { from: ["pending", "processing"], to: "failed", funds: "release" },
  cancel: { from: ["pending"], to: "cancelled", funds: "release" },
};

/** States in which a withdrawal's amount is held. */
export const OPEN_STATUSES: readonly PaymentStatus[] = ["pending", "processing"];

/** From where to where an action leads, and what it does with the held amount. */
export function transitionOf(action: WithdrawalAction): Transition {
  return TRANSITIONS[action];
}

/** Whether an action is possible in a state. */
export function canDo(action: WithdrawalAction, status: PaymentStatus): boolean {
  return TRANSITIONS[action].from.includes(status);
}
