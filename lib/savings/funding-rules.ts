/** What the house needs to set aside for plans to be taken in full. Arithmetic only. */
import type { LedgerCurrency } from "@/lib/ledger/schema";
import type { Micro } from "@/lib/platform/money";
import { fundablePrincipal, HORIZON_DAYS, interestMicro } from "./rules";

/**
 * `full`: the interest of all the capacity left can be set aside. `partly`: some of it. `none`: not even
 * that of the smallest subscription, so the plan takes none now. `unlimited`: a plan without a capacity
 * can never be funded in full.
 */
export const fundingStates = ["full", "partly", "none", "unlimited"] as const;
export type FundingState = (typeof fundingStates)[number];

type Plan = {
  currency: string;
  isActive: boolean;
  dailyRatePpb: bigint;
  durationDays: number | null;
  minAmountMicro: Micro;
  capacityMicro: Micro | null;
  subscribedMicro: Micro;
};

/**
 * How far the free interest money of a plan's currency covers the plan alone.
 * `neededMicro`: interest to set aside for all the capacity left, rounded once, so savings that fill it may
 * together need up to half a unit each more; null without a capacity.
 */
export function planFunding(
  plan: Plan,
  freeMicro: Micro,
): { neededMicro: Micro | null; state: FundingState } {
  const days = plan.durationDays ?? HORIZON_DAYS;
  const fundable = fundablePrincipal(freeMicro, plan.dailyRatePpb, days);
  const hasNothing = fundable !== null && fundable < plan.minAmountMicro;
  if (plan.capacityMicro === null) {
    return { neededMicro: null, state: hasNothing ? "none" : "unlimited" };
  }
  const left = plan.capacityMicro - plan.subscribedMicro;
  const neededMicro = interestMicro(left > 0n ? left : 0n, plan.dailyRatePpb, days);
  const state = neededMicro <= freeMicro ? "full" : hasNothing ? "none" : "partly";
  return { neededMicro, state };
}

export type CurrencyFunding = {
  currency: LedgerCurrency;
  /** For running savings; no transfer touches it. */
  reservedMicro: Micro;
  /** For new savings, and for the coming days of flexible ones. */
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
