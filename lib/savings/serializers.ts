import type { SavingPlan, SavingRecord } from "@/lib/generated/prisma/client";
import type { LedgerCurrency } from "@/lib/ledger/schema";
import { formatDecimal, formatMicro, type Micro } from "@/lib/platform/money";
import { firstWords } from "@/lib/platform/text/first-words";
import { planFunding } from "./funding-rules";
import {
  fundablePrincipal,
  fundedUntil,
  HORIZON_DAYS,
  interestMicro,
  RATE_DECIMALS,
  refundAt,
  type SavingTerms,
} from "./rules";
import type { SavingDto, SavingRecordDto } from "./schema";

/** What the interest accounts have for new savings, by currency: without what flexible savings wait for. */
export type InterestFunds = Record<LedgerCurrency, Micro>;

/** The largest amount that the database takes where a plan says no maximum. */
const LARGEST = 10n ** 15n;

/** Parts per billion as a decimal share without trailing zeros: 110,000 is "0.00011". */
export function formatRatePpb(ratePpb: bigint): string {
  return formatDecimal(ratePpb, RATE_DECIMALS).replace(/\.?0+$/, "");
}

/** The most that one person can add now; 0 where the plan takes none. */
function subscribableMicro(plan: SavingPlan, funds: InterestFunds, ownMicro: Micro): Micro {
  const free = funds[plan.currency];
  if (!plan.isActive || plan.deletedAt !== null) return 0n;
  if (planFunding(plan, free).state === "none") return 0n;
  const limits = [
    plan.maxAmountMicro === null ? null : plan.maxAmountMicro - ownMicro,
    plan.capacityMicro === null ? null : plan.capacityMicro - plan.subscribedMicro,
    fundablePrincipal(free, plan.dailyRatePpb, plan.durationDays ?? HORIZON_DAYS),
  ].filter((limit) => limit !== null);
  const [most = LARGEST] = [...limits, LARGEST].sort((a, b) => (a < b ? -1 : 1));
  return most >= plan.minAmountMicro ? most : 0n;
}

const orNull = (value: Micro | null) => (value === null ? null : formatMicro(value));

/**
 * A plan row as the API shows it.
 * @param ownMicro what the reader has in it already
 */
export function serializePlan(row: SavingPlan, funds: InterestFunds, ownMicro: Micro): SavingDto {
  return {
    id: row.id,
    name: firstWords(row.name),
    type: row.type,
    currency: row.currency,
    dailyRate: formatRatePpb(row.dailyRatePpb),
    durationDays: row.durationDays,
    minAmount: formatMicro(row.minAmountMicro),
    maxAmount: orNull(row.maxAmountMicro),
    capacity: orNull(row.capacityMicro),
    subscribed: formatMicro(row.subscribedMicro),
    own: formatMicro(ownMicro),
    subscribable: formatMicro(subscribableMicro(row, funds, ownMicro)),
    isActive: row.isActive && row.deletedAt === null,
    description: firstWords(row.description),
  };
}

export type RecordWithPlan = SavingRecord & { plan: Pick<SavingPlan, "name"> };

/** The parts of a record that the rules need. The database admits known types and states only. */
export function termsOf(row: SavingRecord): SavingTerms {
  return { ...row, type: row.type, status: row.status };
}

/** A fixed saving's interest of its whole term: while it runs, what is set aside for it. */
function fullInterest(row: SavingRecord): Micro {
  if (row.closedAt === null) return row.reservedMicro;
  return interestMicro(row.principalMicro, row.dailyRatePpb, row.durationDays ?? 0);
}

/** A record row as its owner sees it at a moment of the database's clock. */
export function serializeRecord(row: RecordWithPlan, at: Date): SavingRecordDto {
  const terms = termsOf(row);
  const isLive = row.closedAt === null;
  const refund = isLive ? refundAt(terms, at) : null;
  return {
    id: row.id,
    number: row.number.toString(),
    savingId: row.planId,
    name: firstWords(row.plan.name),
    type: terms.type,
    currency: row.currency,
    principal: formatMicro(row.principalMicro),
    dailyRate: formatRatePpb(row.dailyRatePpb),
    durationDays: row.durationDays,
    status: terms.status,
    accrued: formatMicro(row.accruedMicro),
    daysAccrued: row.daysAccrued,
    profitAtMaturity: row.durationDays === null ? null : formatMicro(fullInterest(row)),
    startsAt: row.startsAt.toISOString(),
    maturesAt: row.maturesAt?.toISOString() ?? null,
    fundedUntil: isLive ? (fundedUntil(terms)?.toISOString() ?? null) : null,
    fundingShort: row.fundingShortAt !== null,
    refundNow: refund && {
      principal: formatMicro(refund.principalMicro),
      profit: formatMicro(refund.profitMicro),
    },
    createdAt: row.createdAt.toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
    paidPrincipal: orNull(row.paidPrincipalMicro),
    paidProfit: orNull(row.paidProfitMicro),
    autoRenew: row.autoRenew,
    minDailyRate: row.minDailyRatePpb === null ? null : formatRatePpb(row.minDailyRatePpb),
    notRenewed: row.notRenewed,
    renewedFrom: row.renewedFrom,
  };
}
