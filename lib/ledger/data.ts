import { type Db, Prisma, sql } from "@/lib/platform/db";
import type { LedgerCurrency, UserAccountKind, UserBalances } from "./schema";

type KindRow = { kind: UserAccountKind | "escrow"; currency: LedgerCurrency; balance: bigint };

function toBalances(rows: KindRow[]): UserBalances {
  const of = (currency: LedgerCurrency, kind: KindRow["kind"]) =>
    rows.find((row) => row.currency === currency && row.kind === kind)?.balance ?? 0n;
  return {
    USDT: {
      available: of("USDT", "available"),
      held: of("USDT", "held"),
      escrow: of("USDT", "escrow"),
      savings: of("USDT", "savings"),
      ai: of("USDT", "ai"),
    },
    XAUT: {
      available: of("XAUT", "available"),
      held: of("XAUT", "held"),
      stored: of("XAUT", "stored"),
      savings: of("XAUT", "savings"),
      ai: of("XAUT", "ai"),
    },
  };
}

/** A user's accounts, and as `escrow` the stakes of their open options. */
const balanceRows = (userId: string) => sql<KindRow[]>`
  SELECT kind, currency, balance_micro AS balance FROM ledger_account WHERE owner_id = ${userId}
  UNION ALL
  SELECT 'escrow', 'USDT', coalesce(sum(amount_micro), 0)::bigint FROM trade
  WHERE user_id = ${userId} AND status = 'open'`;

/** A user's balances now, in micro-units. `escrow` is the stakes of open options. */
export async function balancesOf(userId: string): Promise<UserBalances> {
  return toBalances(await balanceRows(userId));
}

type DebtRow = { kind: "owed"; currency: LedgerCurrency; balance: bigint };

/** A user's balances now, as balancesOf(), and what they owe for reversed deposits, in micro-units, in one query. */
export async function balancesAndDebtsOf(
  userId: string,
): Promise<{ balances: UserBalances; owed: Record<LedgerCurrency, bigint> }> {
  const rows = await sql<(KindRow | DebtRow)[]>`
    ${balanceRows(userId)}
    UNION ALL
    SELECT 'owed', currency, sum(amount_micro - taken_micro - collected_micro)::bigint
    FROM deposit_reversal WHERE user_id = ${userId} GROUP BY currency`;
  const owed = { USDT: 0n, XAUT: 0n };
  const kinds: KindRow[] = [];
  for (const row of rows) {
    if (row.kind === "owed") owed[row.currency] = row.balance;
    else kinds.push(row);
  }
  return { balances: toBalances(kinds), owed };
}

export type Spendable = { available: bigint; held: bigint };

/** What several users can spend of a currency and what is held for their withdrawals and orders, in micro-units, in one query. */
export async function spendableOf(
  db: Db,
  currency: LedgerCurrency,
  userIds: string[],
): Promise<Map<string, Spendable>> {
  const rows = await db.$queryRaw<({ userId: string } & Spendable)[]>`
    SELECT owner_id AS "userId",
      coalesce(sum(balance_micro) FILTER (WHERE kind = 'available'), 0)::bigint AS available,
      coalesce(sum(balance_micro) FILTER (WHERE kind = 'held'), 0)::bigint AS held
    FROM ledger_account WHERE owner_id = ANY (${userIds}::uuid[]) AND currency = ${currency}
    GROUP BY owner_id`;
  return new Map(rows.map(({ userId, available, held }) => [userId, { available, held }]));
}

type AvailableBalance = { userId: string; currency: LedgerCurrency; balanceMicro: bigint };

/** What several users have available, in micro-units, one entry for each currency that one has an account in. */
export function availableBalancesOf(db: Db, userIds: string[]): Promise<AvailableBalance[]> {
  return db.$queryRaw<AvailableBalance[]>`
    SELECT owner_id AS "userId", currency, balance_micro AS "balanceMicro"
    FROM ledger_account WHERE owner_id = ANY (${userIds}::uuid[]) AND kind = 'available'`;
}

/** One account's balance as of a moment: what its last transfer before it left, else zero. */
const balanceBefore = (account: Prisma.Sql, at: Date) => Prisma.sql`coalesce((
  SELECT side.balance FROM (
    (SELECT t.at, t.debit_seq AS seq, t.debit_balance_micro AS balance FROM ledger_transfer t
     WHERE t.debit_account_id = ${account} AND t.debit_seq IS NOT NULL AND t.at <= ${at}
     ORDER BY t.debit_seq DESC LIMIT 1)
    UNION ALL
    (SELECT t.at, t.credit_seq, t.credit_balance_micro FROM ledger_transfer t
     WHERE t.credit_account_id = ${account} AND t.credit_seq IS NOT NULL AND t.at <= ${at}
     ORDER BY t.credit_seq DESC LIMIT 1)
  ) side ORDER BY side.seq DESC LIMIT 1), 0)`;

/** A user's balances as of a moment (inclusive). */
export async function balancesAt(db: Db, userId: string, at: Date): Promise<UserBalances> {
  const rows = await db.$queryRaw<KindRow[]>`
    SELECT a.kind, a.currency, ${balanceBefore(Prisma.sql`a.id`, at)} AS balance
    FROM ledger_account a WHERE a.owner_id = ${userId}::uuid
    UNION ALL
    SELECT 'escrow', 'USDT', coalesce(sum(amount_micro), 0)::bigint FROM trade
    WHERE user_id = ${userId}::uuid AND type = 'option' AND opened_at <= ${at}
      AND (settled_at IS NULL OR settled_at > ${at})`;
  return toBalances(rows);
}

/** One account's balance as of a moment (inclusive), in micro-units. */
export async function accountBalanceAt(db: Db, accountId: bigint, at: Date): Promise<bigint> {
  const rows = await db.$queryRaw<{ balance: bigint }[]>`
    SELECT ${balanceBefore(Prisma.sql`${accountId}::bigint`, at)} AS balance`;
  return rows[0]?.balance ?? 0n;
}

/**
 * What the house's interest accounts have for new savings, in micro-units: what they hold beyond what flexible savings
 * wait for, and never below 0.
 */
export async function freeInterest(db: Db): Promise<Record<LedgerCurrency, bigint>> {
  // What is waited for is added up over each saving that waits: an empty account need not know it.
  const rows = await db.$queryRaw<{ currency: LedgerCurrency; free: bigint }[]>`
    SELECT currency, CASE WHEN balance_micro > 0
      THEN greatest(balance_micro - house_required(kind, currency), 0) ELSE 0 END AS free
    FROM ledger_account WHERE owner_id IS NULL AND kind = 'interest'`;
  const of = (currency: LedgerCurrency) =>
    rows.find((row) => row.currency === currency)?.free ?? 0n;
  return { USDT: of("USDT"), XAUT: of("XAUT") };
}
