/** What the house needs to set aside for plans to be taken in full. Arithmetic only. */
import type { LedgerCurrency } from "@/lib/ledger/schema";
import type { Micro } from "@/lib/platform/money";
import { HORIZON_DAYS, interestMicro } from "./rules";

/**
 * `full`: the interest of all the capacity left can be set aside. `none`: it can't, so the plan takes no
 * subscriptions now. `unlimited`: a plan without a capacity, whose largest single subscription is funded
 * (without a maximum either: the smallest).
 */
export const fundingStates = ["full", "none", "unlimited"] as const;
export type FundingState = (typeof fundingStates)[number];

type Plan = {
  currency: string;
  isActive: boolean;
  dailyRatePpb: bigint;
  durationDays: number | null;
  minAmountMicro: Micro;
  maxAmountMicro: Micro | null;
  capacityMicro: Micro | null;
  subscribedMicro: Micro;
};

/** What an interest account has for new savings, in micro-units: not what flexible savings wait for already. */
export const freeBeyond = (balanceMicro: Micro, owedMicro: Micro): Micro =>
  balanceMicro > owedMicro ? balanceMicro - owedMicro : 0n;

/**
 * Whether the free interest money of a plan's currency covers the plan alone. saving_subscribe() decides
 * by the same rule.
 * @param freeMicro without what flexible savings wait for: see freeBeyond()
 * @returns `neededMicro`: interest to set aside for all the capacity left, rounded once, so savings that fill it may
 * together need up to half a unit each more; null without a capacity.
 */
export function planFunding(
  plan: Plan,
  freeMicro: Micro,
): { neededMicro: Micro | null; state: FundingState } {
  const interestOf = (principalMicro: Micro) =>
    interestMicro(principalMicro, plan.dailyRatePpb, plan.durationDays ?? HORIZON_DAYS);
  if (plan.capacityMicro === null) {
    const isFunded = interestOf(plan.maxAmountMicro ?? plan.minAmountMicro) <= freeMicro;
    return { neededMicro: null, state: isFunded ? "unlimited" : "none" };
  }
  const left = plan.capacityMicro - plan.subscribedMicro;
  const neededMicro = interestOf(left > 0n ? left : 0n);
  return { neededMicro, state: neededMicro <= freeMicro ? "full" : "none" };
}

export type CurrencyFunding = {
  currency: LedgerCurrency;
  /** For running savings; no transfer touches it. */
  reservedMicro: Micro;
  /** In the interest account: for what is owed, for new savings and for the coming days of flexible ones. */
  freeMicro: Micro;
  /** What flexible savings wait for already. */
  owedMicro: Micro;
  /** For all the capacity left of every active plan, and what is owed. */
  neededMicro: Micro;
  missingMicro: Micro;
  /** Active plans without a capacity: they are not in `neededMicro`. */
  unlimitedPlans: number;
};

/** What all active plans of a currency need together. */
export function currencyFunding(
  currency: LedgerCurrency,
  plans: Plan[],
  money: { reservedMicro: Micro; freeMicro: Micro; owedMicro: Micro },
): CurrencyFunding {
  const own = plans.filter((plan) => plan.isActive && plan.currency === currency);
  const needs = own.map((plan) => planFunding(plan, money.freeMicro).neededMicro);
  const neededMicro = needs.reduce<Micro>((sum, need) => sum + (need ?? 0n), money.owedMicro);
  const missingMicro = neededMicro > money.freeMicro ? neededMicro - money.freeMicro : 0n;
  return {
    currency,
    ...money,
    neededMicro,
    missingMicro,
    unlimitedPlans: needs.filter((need) => need === null).length,
  };
}
