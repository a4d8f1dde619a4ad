import { houseAccountId, inputHash } from "@/lib/ledger/rules";
import type { AccountRef, HoldInput, PostInput } from "@/lib/ledger/schema";
import { type Db, Prisma } from "@/lib/platform/db";
import { toAppError } from "@/lib/platform/errors";
import { asOwner } from "../owner";

// Postings without a row that they are for, as the database's owner: the application has no right to any.

async function call<Row>(db: Db, query: Prisma.Sql): Promise<Row> {
  try {
    const rows = await db.$queryRaw<Row[]>(query);
    return rows[0] as Row;
  } catch (error) {
    throw toAppError(error);
  }
}

function accountId(ref: AccountRef): Prisma.Sql {
  return "user" in ref
    ? Prisma.sql`ledger_account_id(${ref.user}::uuid, ${ref.kind}, ${ref.currency})`
    : Prisma.sql`${houseAccountId(ref.house, ref.currency)}::bigint`;
}

const list = (items: Prisma.Sql[]) => Prisma.sql`ARRAY[${Prisma.join(items)}]::bigint[]`;

/**
 * Posts a business event of up to 100 transfers, all or nothing, inside the caller's transaction or
 * alone. The same key and input again changes nothing.
 * @returns true when posted now, false when it had been posted before.
 * @throws AppError INSUFFICIENT_BALANCE, HOUSE_LIMIT (a house account runs short), IDEMPOTENCY_CONFLICT.
 */
export async function postTransfers(input: PostInput, db: Db = asOwner()): Promise<boolean> {
  const { kind, key, actorId, transfers, reference } = input;
  const hash = inputHash({ kind, transfers, reference });
  const [only, ...others] = transfers;
  const amount = ({ amountMicro }: PostInput["transfers"][number]) =>
    Prisma.sql`${amountMicro}::bigint`;
  const [post, moves] =
    only && others.length === 0
      ? [
          Prisma.sql`ledger_post_one`,
          Prisma.sql`${accountId(only.from)}, ${accountId(only.to)}, ${amount(only)}`,
        ]
      : [
          Prisma.sql`ledger_post`,
          Prisma.sql`${list(transfers.map(({ from }) => accountId(from)))},
            ${list(transfers.map(({ to }) => accountId(to)))}, ${list(transfers.map(amount))}`,
        ];
  const { posted } = await call<{ posted: boolean }>(
    db,
    Prisma.sql`SELECT ${post}(${kind}, ${key}, ${hash}, ${actorId}::uuid, ${moves},
      ${reference?.type ?? null}, ${reference?.id ?? null}::uuid) AS posted`,
  );
  return posted;
}

/** Makes a user's accounts, all at zero. Safe to repeat. */
export async function openUserAccounts(userId: string, db: Db = asOwner()): Promise<void> {
  await call(db, Prisma.sql`SELECT ledger_open_user_accounts(${userId}::uuid)::text AS done`);
}

/**
 * Moves a withdrawal's amount from available to held.
 * @returns false when this key had done it before.
 * @throws AppError INSUFFICIENT_BALANCE, IDEMPOTENCY_CONFLICT.
 */
export async function holdFunds(input: HoldInput, db: Db = asOwner()): Promise<boolean> {
  const { key, actorId, userId, amountMicro, withdrawalId } = input;
  const hash = inputHash({ userId, amountMicro, withdrawalId });
  const { posted } = await call<{ posted: boolean }>(
    db,
    Prisma.sql`SELECT ledger_hold(${key}, ${hash}, ${actorId}::uuid, ${userId}::uuid,
      ${amountMicro}::bigint, ${withdrawalId}::uuid) AS posted`,
  );
  return posted;
}

/**
 * Moves a withdrawal's amount from held back to available (rejected or cancelled).
 * @returns false when this key had done it before.
 */
export async function releaseFunds(input: HoldInput, db: Db = asOwner()): Promise<boolean> {
  const { key, actorId, userId, amountMicro, withdrawalId } = input;
  const hash = inputHash({ userId, amountMicro, withdrawalId });
  const { posted } = await call<{ posted: boolean }>(
    db,
    Prisma.sql`SELECT ledger_release(${key}, ${hash}, ${actorId}::uuid, ${userId}::uuid,
      ${amountMicro}::bigint, ${withdrawalId}::uuid) AS posted`,
  );
  return posted;
}

/**
 * Pays a held withdrawal out: the amount less the fee to the outside world, the fee to the house.
 * @returns false when this key had done it before.
 */
export async function settleHold(
  input: HoldInput & { feeMicro: bigint },
  db: Db = asOwner(),
): Promise<boolean> {
  const { key, actorId, userId, amountMicro, feeMicro, withdrawalId } = input;
  const hash = inputHash({ userId, amountMicro, feeMicro, withdrawalId });
  const { posted } = await call<{ posted: boolean }>(
    db,
    Prisma.sql`SELECT ledger_settle_hold(${key}, ${hash}, ${actorId}::uuid, ${userId}::uuid,
      ${amountMicro}::bigint, ${feeMicro}::bigint, ${withdrawalId}::uuid) AS posted`,
  );
  return posted;
}
