import { PAYMENT_STATUSES } from "@/lib/wallets/payment-status";
import { canDo, OPEN_STATUSES, transitionOf, type WithdrawalAction } from "./rules";

const ACTIONS: WithdrawalAction[] = ["approve", "complete", "reject", "cancel"];

describe("the states of a withdrawal", () => {
  it("offers each action only where it leads on", () => {
    const possible = Object.fromEntries(
      PAYMENT_STATUSES.map((status) => [status, ACTIONS.filter((action) => canDo(action, status))]),
    );
    expect(possible).toEqual({
      pending: ["approve", "reject", "cancel"],
      confirmed: [],
      processing: ["complete", "reject"],
      completed: [],
      failed: [],
      cancelled: [],
    });
  });

  it("moves held money exactly when it leaves the open states", () => {
    for (const action of ACTIONS) {
      const { to, funds } = transitionOf(action);
      expect(OPEN_STATUSES.includes(to)).toBe(funds === "keep");
    }
  });

  it("pays out only what is completed", () => {
    expect(ACTIONS.filter((action) => transitionOf(action).funds === "pay")).toEqual(["complete"]);
    expect(transitionOf("complete").to).toBe("completed");
  });
});
