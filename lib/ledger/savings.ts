import type { SavingRecord } from "@/lib/generated/prisma/client";
import { prisma, sql } from "@/lib/platform/db";
import type { Micro } from "@/lib/platform/money";
import { wakeRelay } from "@/lib/platform/outbox";
import { attempt } from "./attempt";
import { freeKey, rowOfFreeKey, takeKey } from "./request-keys";
import { inputHash, savingKey, savingRefundKey } from "./rules";

/** The terms of a plan as the user reviewed them. Those that changed since are refused. */
export type ReviewedTerms = {
  dailyRate: string;
  durationDays: number | null;
  type?: string | undefined;
  currency?: string | undefined;
};

export type SubscribeInput = {
  userId: string;
  savingId: string;
  key: string;
  amountMicro: Micro;
  /** Part of the request: the same key with other terms is refused. */
  terms: ReviewedTerms | undefined;
  /** The daily rate of the terms × 10⁻⁹; null without terms. */
  ratePpb: bigint | null;
  /** Part of the request, too; null for none. */
  renewal: Renewal | null;
};

/** What a saving puts into its plan again when it matures, and the least daily rate × 10⁻⁹; null for the saving's own. */
export type Renewal = { autoRenew: "principal" | "all"; minRatePpb: bigint | null };

/** A saving as it is after an order, and whether the order was a repetition. */
export type OrderedSaving = {
  record: SavingRecord & { plan: { name: string } };
  replayed: boolean;
};

/**
 * Moves available money into a saving of a plan, in one round trip, and tells the user. The same key and input again
 * returns the first record, as it is now.
 * @throws AppError NOT_FOUND, SAVING_PLAN_INACTIVE, SAVING_TERMS_CHANGED, SAVING_BELOW_MINIMUM,
 *   SAVING_ABOVE_MAXIMUM, SAVING_CAPACITY_FULL, INSUFFICIENT_BALANCE, SAVING_NOT_FUNDED, SAVING_NOT_RENEWABLE,
 *   IDEMPOTENCY_CONFLICT
 */
export function subscribeToSaving(input: SubscribeInput): Promise<OrderedSaving> {
  const { userId, savingId, key, amountMicro, terms, ratePpb, renewal } = input;
  const hash = inputHash({ userId, savingId, amountMicro, terms, ...(renewal && { renewal }) });
  const taken = takeKey(savingKey(userId, key));
  return order(
    () => sql`${freeKey(taken)} CROSS JOIN LATERAL saving_start(free.key, ${hash}, ${userId}, ${savingId}, ${amountMicro},
      ${ratePpb}, ${terms?.durationDays ?? null}, ${terms?.type ?? null}, ${terms?.currency ?? null},
      ${renewal?.autoRenew ?? "none"}, ${renewal?.minRatePpb ?? null}) AS s`,
  );
}

/**
 * Ends a saving and pays what its terms say, in one round trip, and tells the user. The same key again returns the
 * first answer.
 * @throws AppError NOT_FOUND, SAVING_CLOSED, IDEMPOTENCY_CONFLICT
 */
export function refundSaving(input: {
  userId: string;
  recordId: string;
  key: string;
}): Promise<OrderedSaving> {
  const { userId, recordId, key } = input;
  const hash = inputHash({ userId, id: recordId });
  const taken = takeKey(savingRefundKey(userId, key));
  return order(
    () =>
      sql`${freeKey(taken)} CROSS JOIN LATERAL saving_end(free.key, ${hash}, ${userId}, ${recordId}) AS s`,
  );
}

/**
 * Sets what one of a user's savings does when it matures; null for nothing.
 * @throws AppError NOT_FOUND, SAVING_CLOSED, SAVING_NOT_RENEWABLE
 */
export async function chooseSavingRenewal(input: {
  userId: string;
  recordId: string;
  renewal: Renewal | null;
}): Promise<void> {
  const { userId, recordId, renewal } = input;
  await attempt(
    () => sql`SELECT saving_choose_renewal(${userId}, ${recordId}, ${renewal?.autoRenew ?? "none"},
      ${renewal?.minRatePpb ?? null})`,
  );
}

type Row = SavingRecord & { planName: string; replayed: boolean };

/** Runs the function that a FROM clause calls with a free key. */
async function order(call: () => ReturnType<typeof sql>): Promise<OrderedSaving> {
  const rows = await attempt(
    () => sql<Row[]>`
      SELECT r.id, r.number, r.user_id AS "userId", r.plan_id AS "planId", r.type, r.currency, r.principal_micro AS "principalMicro",
        r.daily_rate_ppb AS "dailyRatePpb", r.duration_days AS "durationDays", r.status, r.reserved_micro AS "reservedMicro",
        r.accrued_micro AS "accruedMicro", r.accrued_carry AS "accruedCarry", r.days_accrued AS "daysAccrued",
        r.starts_at AS "startsAt", r.matures_at AS "maturesAt", r.closed_at AS "closedAt",
        r.paid_principal_micro AS "paidPrincipalMicro", r.paid_profit_micro AS "paidProfitMicro", r.next_day_at AS "nextDayAt",
        r.funding_short_at AS "fundingShortAt", r.auto_renew AS "autoRenew", r.min_daily_rate_ppb AS "minDailyRatePpb",
        r.renewed_from AS "renewedFrom", r.not_renewed AS "notRenewed", r.created_at AS "createdAt", s.o_plan AS "planName", s.o_replayed AS replayed
      FROM ${call()} CROSS JOIN LATERAL (SELECT (s.o_record).*) AS r`,
  );
  const { planName, replayed, ...record } = rowOfFreeKey(rows);
  if (!replayed) wakeRelay();
  return { record: { ...record, plan: { name: planName } }, replayed };
}

/**
 * Starts, counts and pays out a batch of savings that are due. Safe to run several times at once.
 * @returns how many were looked at; call again until it is 0
 */
export async function runDueSavings(limit: number): Promise<number> {
  const [row] = await prisma.$queryRaw<{ count: number }[]>`
    SELECT run_savings_day(${limit}::integer) AS count`;
  return row?.count ?? 0;
}
