import {
  type E8,
  E8_ONE,
  type Micro,
  mulDivCeil,
  mulDivFloor,
  mulDivHalfEven,
} from "@/lib/platform/money";
import type { PaymentStatus } from "@/lib/wallets/payment-status";
import { type Currency, coinDecimals } from "@/lib/wallets/rules";

/**
 * What is sent for a withdrawal: amount less fee (micro-USDT) ÷ rate (10^-8 USDT a coin), in 10^-8 of the
 * coin. Rounded here, once, half to even, at the last decimal that the site records of the coin: never off
 * by more than half of that. The check command computes it again (`payouts`).
 * @throws RangeError when the rate is not positive
 */
export function payoutE8(netMicro: Micro, rateE8: E8, currency: Currency): E8 {
  const scale = 10n ** BigInt(coinDecimals(currency));
  // 10^-6 USDT by 10^-8 USDT a coin: a hundredth of a coin.
  return mulDivHalfEven(netMicro, 100n * scale, rateE8) * (E8_ONE / scale);
}

/** What XAUT counts with for limits in USDT: its value at the bid, rounded up. Micro-units; the database computes it again. */
export function goldValue(xautMicro: Micro, bidE8: E8): Micro {
  return mulDivCeil(xautMicro, bidE8, E8_ONE);
}

/** The least XAUT that is worth an amount of USDT at the bid: of the fee, and of the minimum. Micro-units, rounded up. */
export function goldWorth(usdtMicro: Micro, bidE8: E8): Micro {
  return mulDivCeil(usdtMicro, E8_ONE, bidE8);
}

/** The most XAUT that is worth no more than an amount of USDT at the bid: of a daily limit. Micro-units, rounded down. */
export function goldWithin(usdtMicro: Micro, bidE8: E8): Micro {
  return mulDivFloor(usdtMicro, E8_ONE, bidE8);
}

/** How far the fee in XAUT may be from the reviewed one, whose value moves with the price: 0.5%. */
const FEE_TOLERANCE = 200n;

/** Whether a reviewed fee is still the one in force. Of XAUT the reviewed one is taken while it is close. As the database. */
export function isFeeAgreed(reviewed: Micro, now: Micro, unit: "USDT" | "XAUT"): boolean {
  if (unit === "USDT" || now === 0n) return reviewed === now;
  const apart = reviewed > now ? reviewed - now : now - reviewed;
  return apart <= now / FEE_TOLERANCE + 1n;
}

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
