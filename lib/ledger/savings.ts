import { prisma, type Tx } from "@/lib/platform/db";
import type { Micro } from "@/lib/platform/money";
import { inputHash } from "./rules";

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
};

/**
 * Moves available money into a saving of a plan, inside the caller's transaction. The same key and input
 * again returns the first record.
 * @throws the database's error, which toAppError() names: NOT_FOUND, SAVING_PLAN_INACTIVE,
 *   SAVING_TERMS_CHANGED, SAVING_BELOW_MINIMUM, SAVING_ABOVE_MAXIMUM, SAVING_CAPACITY_FULL,
 *   INSUFFICIENT_BALANCE, SAVING_NOT_FUNDED, IDEMPOTENCY_CONFLICT
 */
export async function subscribeToSaving(
  tx: Tx,
  { userId, savingId, key, amountMicro, terms, ratePpb }: SubscribeInput,
): Promise<{ recordId: string; replayed: boolean }> {
  const hash = inputHash({ userId, savingId, amountMicro, terms });
  const [made] = await tx.$queryRaw<{ recordId: string; replayed: boolean }[]>`
    SELECT o_record_id AS "recordId", o_replayed AS replayed
    FROM saving_subscribe(${`saving:${key}`}, ${hash}, ${userId}::uuid, ${savingId}::uuid,
      ${amountMicro}::bigint, ${ratePpb}::bigint, ${terms?.durationDays ?? null}::integer,
      ${terms?.type ?? null}, ${terms?.currency ?? null})`;
  if (!made) throw new Error("saving_subscribe answered nothing");
  return made;
}

export type RefundedSaving = { principalMicro: Micro; profitMicro: Micro; replayed: boolean };

/**
 * Ends a saving and pays what its terms say, inside the caller's transaction. The same key again returns
 * the first answer.
 * @throws the database's error, which toAppError() names: NOT_FOUND, SAVING_CLOSED, IDEMPOTENCY_CONFLICT
 */
export async function refundSaving(
  tx: Tx,
  { userId, recordId, key }: { userId: string; recordId: string; key: string },
): Promise<RefundedSaving> {
  const hash = inputHash({ userId, id: recordId });
  const [paid] = await tx.$queryRaw<RefundedSaving[]>`
    SELECT o_principal_micro AS "principalMicro", o_profit_micro AS "profitMicro", o_replayed AS replayed
    FROM saving_refund(${`saving-refund:${key}`}, ${hash}, ${userId}::uuid, ${recordId}::uuid)`;
  if (!paid) throw new Error("saving_refund answered nothing");
  return paid;
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
