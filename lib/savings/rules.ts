/**
 * Arithmetic of savings. The database decides by the same rules (prisma/functions/savings); these let a
 * screen show beforehand what will come of it, and a test compare.
 */
import { DAY_MS, utcMidnight } from "@/lib/platform/calendar";
import { formatDecimal, type Micro, mulDivHalfEven, parseDecimal } from "@/lib/platform/money";

export const savingTypes = ["fixed", "flexible"] as const;
export type SavingType = (typeof savingTypes)[number];
export const savingStatuses = ["pending", "active", "completed", "cancelled"] as const;
export type SavingStatus = (typeof savingStatuses)[number];
/** What a fixed saving puts into its plan again when it matures: nothing, its principal, or all that it paid. */
export const autoRenewals = ["none", "principal", "all"] as const;
export type AutoRenew = (typeof autoRenewals)[number];
/** Why a saving was not renewed although its owner had chosen that. */
export const notRenewedReasons = [
  "REFUNDED",
  "RATE_BELOW_MINIMUM",
  "SAVING_PLAN_INACTIVE",
  "SAVING_BELOW_MINIMUM",
  "SAVING_ABOVE_MAXIMUM",
  "SAVING_CAPACITY_FULL",
  "SAVING_NOT_FUNDED",
  "ACCOUNT_INACTIVE",
  "ACCOUNT_FROZEN",
  "REFUSED",
] as const;
export type NotRenewedReason = (typeof notRenewedReasons)[number];

/** Daily rates are whole parts per billion of the principal: 110,000 is 0.00011, or 0.011% a day. */
export const RATE_DECIMALS = 9;
const RATE_ONE = 1_000_000_000n;
/** Days of interest that the house keeps set aside ahead for each flexible saving. */
export const HORIZON_DAYS = 30;
/** As good as for ever. */
const UNLIMITED_DAYS = 1_000_000;

/** Simple interest of whole days in micro-units: principal × rate × days ÷ 10^9, half to even. */
export function interestMicro(principalMicro: Micro, ratePpb: bigint, days: number): Micro {
  return mulDivHalfEven(principalMicro, ratePpb * BigInt(days), RATE_ONE);
}

/** What a daily rate comes to in 365 days; interest is simple. Both are decimal shares. */
export function yearlyRate(dailyRate: string): string {
  const ratePpb = parseDecimal(dailyRate, RATE_DECIMALS) ?? 0n;
  return formatDecimal(ratePpb * 365n, RATE_DECIMALS);
}

/** The largest whole factor of `cost` whose product, divided by 10^9 and rounded half to even, is `units` at most. */
function mostWithin(units: bigint, cost: bigint): bigint {
  // Half a unit more still rounds down to an even number.
  return ((units * 2n + 1n) * RATE_ONE - (units % 2n)) / (cost * 2n);
}

/** The most days whose interest a reserve covers, up to UNLIMITED_DAYS, which also stands for no interest. */
export function fundedDays(principalMicro: Micro, ratePpb: bigint, reservedMicro: Micro): number {
  const daily = principalMicro * ratePpb;
  if (daily === 0n) return UNLIMITED_DAYS;
  const days = mostWithin(reservedMicro, daily);
  return days < UNLIMITED_DAYS ? Number(days) : UNLIMITED_DAYS;
}

/** The largest principal whose interest of `days` days a balance covers; null where it costs nothing. */
export function fundablePrincipal(
  balanceMicro: Micro,
  ratePpb: bigint,
  days: number,
): Micro | null {
  const cost = ratePpb * BigInt(days);
  if (cost === 0n) return null;
  return mostWithin(balanceMicro, cost);
}

/** The 00:00 UTC after a moment: when a saving that is made then starts to earn. */
export function nextMidnight(at: Date): Date {
  return addDays(utcMidnight(at), 1);
}

/** Whole UTC days later. */
export function addDays(at: Date, days: number): Date {
  return new Date(at.getTime() + days * DAY_MS);
}

/** What a refund needs to know of a saving. */
export type SavingTerms = {
  type: SavingType;
  status: SavingStatus;
  principalMicro: Micro;
  dailyRatePpb: bigint;
  durationDays: number | null;
  reservedMicro: Micro;
  daysAccrued: number;
  startsAt: Date;
};

/** The days that a flexible saving's reserve pays. Those that are counted stay counted. */
function paidDays({ principalMicro, dailyRatePpb, reservedMicro, daysAccrued }: SavingTerms) {
  return Math.max(daysAccrued, fundedDays(principalMicro, dailyRatePpb, reservedMicro));
}

export type Refund = {
  outcome: Extract<SavingStatus, "completed" | "cancelled">;
  principalMicro: Micro;
  profitMicro: Micro;
};

/**
 * What ending a live saving at a moment returns. Before it starts and early from a fixed one: the
 * principal only. From a flexible one: with the profit of its funded whole days. Matured: with all profit.
 */
export function refundAt(saving: SavingTerms, at: Date): Refund {
  const { type, principalMicro, dailyRatePpb, durationDays, reservedMicro, startsAt } = saving;
  const cancelled = { outcome: "cancelled", principalMicro, profitMicro: 0n } as const;
  const elapsed = Math.floor((at.getTime() - startsAt.getTime()) / DAY_MS);
  if (elapsed < 0) return cancelled;
  const profitOf = (days: number) => {
    const profit = interestMicro(principalMicro, dailyRatePpb, days);
    if (profit > reservedMicro) return reservedMicro;
    return profit;
  };
  if (type === "fixed") {
    if (durationDays === null || elapsed < durationDays) return cancelled;
    return { outcome: "completed", principalMicro, profitMicro: profitOf(durationDays) };
  }
  const days = Math.min(elapsed, paidDays(saving));
  return { outcome: "completed", principalMicro, profitMicro: profitOf(days) };
}

/** Until when a flexible saving's interest is set aside; null where that does not apply. */
export function fundedUntil(saving: SavingTerms): Date | null {
  if (saving.type === "fixed") return null;
  const days = paidDays(saving);
  return days < UNLIMITED_DAYS ? addDays(saving.startsAt, days) : null;
}
