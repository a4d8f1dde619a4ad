/**
 * What happens to deposits, withdrawals and balances that staff change. The application's login can't write to their
 * tables: each event is a function of the database, which checks its rule, moves the money and writes the audit entry.
 */
import { type Db, Prisma } from "@/lib/platform/db";
import { toAppError, violatedUnique } from "@/lib/platform/errors";
import type { StaffActor } from "./schema";

/** Asks one of these functions for its rows. @throws AppError */
export async function ask<Row>(db: Db, query: Prisma.Sql): Promise<Row[]> {
  try {
    return await db.$queryRaw<Row[]>(query);
  } catch (error) {
    // Of two that report or ask for the same at once, the caller looks for the first.
    throw violatedUnique(error) === null ? toAppError(error) : error;
  }
}

/** Whether one of these functions says that it did something. @throws AppError */
export async function said(db: Db, call: Prisma.Sql): Promise<boolean> {
  const [row] = await ask<{ done: boolean }>(db, Prisma.sql`SELECT ${call} AS done`);
  return row?.done === true;
}

/** Where a request of staff came from, as their functions take it. */
export const from = ({ requestId, ip }: StaffActor) =>
  Prisma.sql`${requestId ?? null}, ${ip ?? null}`;

/**
 * Records a reported deposit, pending.
 * @throws AppError NOT_FOUND, CONFLICT, AMOUNT_OUT_OF_RANGE; the driver's unique violation for a known id
 */
export async function reportDeposit(
  db: Db,
  deposit: {
    id: string;
    userId: string;
    walletId: string;
    address: string;
    amountE8: bigint;
    transactionHash?: string | null;
    proofFileId: string;
  },
): Promise<void> {
  const { id, userId, walletId, address, amountE8, transactionHash, proofFileId } = deposit;
  await ask(
    db,
    Prisma.sql`SELECT deposit_report(${id}::uuid, ${userId}::uuid, ${walletId}::uuid, ${address}, ${amountE8}::bigint,
      ${transactionHash ?? null}, ${proofFileId}::uuid)::text AS done`,
  );
}

/** What a deposit was credited with: 10^-8 USDT a coin, and micro-units of USDT; XAUT as it is, without a rate. */
export type DepositCredit = {
  rateE8: bigint | null;
  rateSource: string | null;
  creditedMicro: bigint;
};

/**
 * Credits a pending deposit at the rate of this moment.
 * @param decision.rateE8 the rate that it was decided by; none of XAUT
 * @returns null where it is not pending any more
 * @throws AppError NOT_FOUND, FORBIDDEN, RATE_UNAVAILABLE, PRICE_MOVED, AMOUNT_OUT_OF_RANGE, SECOND_PERSON_NEEDED
 */
export async function confirmDeposit(
  db: Db,
  actor: StaffActor,
  id: string,
  decision: { rateE8?: bigint; transactionHash?: string | null; notes?: string },
): Promise<DepositCredit | null> {
  const { rateE8, transactionHash, notes } = decision;
  const [row] = await ask<DepositCredit>(
    db,
    Prisma.sql`SELECT o_rate_e8 AS "rateE8", o_rate_source AS "rateSource", o_credited_micro AS "creditedMicro"
      FROM deposit_confirm(${id}::uuid, ${actor.id}::uuid, ${rateE8 ?? null}::bigint, ${transactionHash ?? null}, ${notes ?? null},
        ${from(actor)})`,
  );
  return row ?? null;
}

/** What a reversal did: micro-units that were taken at once, and that are owed. */
export type Reversal = {
  currency: "USDT" | "XAUT";
  takenMicro: bigint;
  owedMicro: bigint;
};

/**
 * Takes back a credited deposit.
 * @returns null where it is not credited any more
 * @throws AppError NOT_FOUND, FORBIDDEN, SECOND_PERSON_NEEDED unless a colleague approved it in the same transaction
 */
export async function reverseDeposit(
  db: Db,
  actor: StaffActor,
  id: string,
  reason: string,
): Promise<Reversal | null> {
  const [row] = await ask<Reversal>(
    db,
    Prisma.sql`SELECT o_currency AS currency, o_taken_micro AS "takenMicro", o_owed_micro AS "owedMicro"
      FROM deposit_reverse(${id}::uuid, ${actor.id}::uuid, ${reason}, ${from(actor)})`,
  );
  return row ?? null;
}

/** Rejects a pending deposit. @returns false where it is not pending any more @throws AppError NOT_FOUND, FORBIDDEN */
export function rejectDeposit(
  db: Db,
  actor: StaffActor,
  id: string,
  notes?: string,
): Promise<boolean> {
  return said(
    db,
    Prisma.sql`deposit_reject(${id}::uuid, ${actor.id}::uuid, ${notes ?? null}, ${from(actor)})`,
  );
}

/**
 * Takes a withdrawal one step further, with the held amount.
 * @param step.from the status that it was decided by
 * @param step.rateE8 the rate that an approval was decided by, for another coin than USDT
 * @returns false where it has another status by now
 * @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT, RATE_UNAVAILABLE, PRICE_MOVED, AMOUNT_OUT_OF_RANGE, SECOND_PERSON_NEEDED
 */
export function stepWithdrawal(
  db: Db,
  actor: StaffActor,
  id: string,
  step: {
    action: "approve" | "complete" | "reject" | "cancel";
    from: string;
    transactionHash?: string;
    notes?: string;
    rateE8?: bigint;
  },
): Promise<boolean> {
  const { action, transactionHash, notes, rateE8 } = step;
  return said(
    db,
    Prisma.sql`withdrawal_step(${id}::uuid, ${action}, ${actor.id}::uuid, ${step.from}, ${transactionHash ?? null},
      ${notes ?? null}, ${rateE8 ?? null}::bigint, ${from(actor)})`,
  );
}

type Adjustment = {
  id: string;
  userId: string;
  currency: "USDT" | "XAUT";
  operation: "add" | "subtract";
  amountMicro: bigint;
  reason: string;
};

const adjustmentArguments = (
  actor: StaffActor,
  { id, userId, currency, operation, amountMicro, reason }: Adjustment,
) =>
  Prisma.sql`${id}::uuid, ${userId}::uuid, ${currency}, ${operation}, ${amountMicro}::bigint, ${reason},
    ${actor.id}::uuid, ${from(actor)}`;

/**
 * Changes a balance.
 * @returns false where this one was made before
 * @throws AppError FORBIDDEN, NOT_FOUND, SECOND_PERSON_NEEDED, INSUFFICIENT_BALANCE, HOUSE_LIMIT
 */
export function applyAdjustment(
  db: Db,
  actor: StaffActor,
  adjustment: Adjustment,
): Promise<boolean> {
  return said(db, Prisma.sql`adjustment_apply(${adjustmentArguments(actor, adjustment)})`);
}
