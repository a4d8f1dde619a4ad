import fc from "fast-check";
import { PAYMENT_STATUSES } from "@/lib/wallets/payment-status";
import {
  canDo,
  goldValue,
  goldWithin,
  goldWorth,
  isFeeAgreed,
  OPEN_STATUSES,
  payoutE8,
  transitionOf,
  type WithdrawalAction,
} from "./rules";

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
      reversed: [],
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

describe("what is sent for a withdrawal", () => {
  const ONE = 100_000_000n;

  it("is the net amount itself at a rate of one", () => {
    expect(payoutE8(123_456_789n, ONE, "USDC")).toBe(12_345_678_900n);
    expect(payoutE8(123_456_789n, ONE, "BTC")).toBe(12_345_678_900n);
  });

  it("is rounded to the nearest unit of the coin", () => {
    // 198.75 USDT at 95,000 = 0.002092105263... BTC, at 0.9997 = 198.809642892... USDC.
    expect(payoutE8(198_750_000n, 95_000n * ONE, "BTC")).toBe(209_211n);
    expect(payoutE8(198_750_000n, 99_970_000n, "USDC")).toBe(19_880_964_300n);
  });

  it("rounds half a unit to the even neighbour", () => {
    // At 400 USDT for one, 0.000002 USDT is half of 10^-8 of a coin.
    const rate = 400n * ONE;
    expect([2n, 6n, 10n].map((net) => payoutE8(net, rate, "ETH"))).toEqual([0n, 2n, 2n]);
    // At 2 USDT for one, 0.000001 USDT is half of 10^-6 of a coin.
    expect([1n, 3n, 5n].map((net) => payoutE8(net, 2n * ONE, "USDC"))).toEqual([0n, 200n, 200n]);
  });

  it("loses nothing between large amounts and small rates", () => {
    expect(payoutE8(999_999_999_999_999_999n, 1n, "BNB")).toBe(
      9_999_999_999_999_999_990_000_000_000n,
    );
  });
});

describe("gold and the limits in USDT", () => {
  const micro = fc.bigInt({ min: 1n, max: 100_000_000_000n });
  const bid = fc.bigInt({ min: 1n, max: 1_000_000_000_000n });

  it("lets through what is within a limit and nothing beyond it", () => {
    fc.assert(
      fc.property(micro, bid, (usdt, bidE8) => {
        const most = goldWithin(usdt, bidE8);
        expect(goldValue(most, bidE8) <= usdt).toBe(true);
        expect(goldValue(most + 1n, bidE8) > usdt).toBe(true);
      }),
    );
  });

  it("is worth a minimum or a fee at least", () => {
    fc.assert(
      fc.property(micro, bid, (usdt, bidE8) => {
        expect(goldValue(goldWorth(usdt, bidE8), bidE8) >= usdt).toBe(true);
      }),
    );
  });

  it("takes the reviewed fee while it is within 0.5%, in USDT only itself", () => {
    const agreed = (reviewed: bigint, unit: "USDT" | "XAUT") => isFeeAgreed(reviewed, 1000n, unit);
    expect([994n, 1006n, 993n, 1007n].map((fee) => agreed(fee, "XAUT"))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect([1000n, 1001n].map((fee) => agreed(fee, "USDT"))).toEqual([true, false]);
    expect(isFeeAgreed(1n, 0n, "XAUT")).toBe(false);
  });
});
