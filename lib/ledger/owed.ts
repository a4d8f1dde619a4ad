/** What customers are owed: all that is theirs, open stakes and interest that is earned but not paid included. */
import { type Db, Prisma, type Tx } from "@/lib/platform/db";
import type { LedgerCurrency } from "./schema";

/** Of each currency in micro-units. */
export type Owed = Record<LedgerCurrency, bigint>;

/** Accounts of users are all theirs: available, held, stored, savings, ai. */
const accountsOf = (user: Prisma.Sql, currency: LedgerCurrency) => Prisma.sql`
  (SELECT coalesce(sum(a.balance_micro), 0) FROM ledger_account a WHERE a.owner_id = ${user} AND a.currency = ${currency})`;
const stakesOf = (user: Prisma.Sql) => Prisma.sql`
  (SELECT coalesce(sum(t.amount_micro), 0) FROM trade t WHERE t.user_id = ${user} AND t.status = 'open')`;
const interestOf = (user: Prisma.Sql, currency: LedgerCurrency) => Prisma.sql`
  (SELECT coalesce(sum(r.accrued_micro), 0) FROM saving_record r
    WHERE r.user_id = ${user} AND r.currency = ${currency} AND r.status IN ('pending', 'active'))`;

export type OwedPage = { count: number; last: string | null; rows: Uint8Array };
/** Of each row: its number, micro-units of USDT and of XAUT, 8 bytes each, high end first, and 32 bytes of a nonce. */
export const OWED_ROW_BYTES = 56;

/**
 * What the next customers are owed, by user id, as bytes: a million of them as objects would take a gigabyte.
 * @param run of liability_begin(); parts of browsers that came after it are left out
 */
export async function owedPage(
  tx: Tx,
  { run, after, limit }: { run: bigint; after: string; limit: number },
): Promise<OwedPage> {
  const user = Prisma.sql`p.user_id`;
  const [page] = await tx.$queryRaw<OwedPage[]>`
    WITH page AS MATERIALIZED (
      SELECT l.user_id, l.number,
        sha256(l.server_part || CASE WHEN l.part_from <= ${run} THEN l.browser_part ELSE '' END) AS nonce
      FROM liability_account l WHERE l.user_id > ${after}::uuid ORDER BY l.user_id LIMIT ${limit}
    )
    SELECT count(*)::integer AS count, max(p.user_id::text) AS last, coalesce(string_agg(int8send(p.number)
      || int8send((${accountsOf(user, "USDT")} + ${stakesOf(user)} + ${interestOf(user, "USDT")})::bigint)
      || int8send((${accountsOf(user, "XAUT")} + ${interestOf(user, "XAUT")})::bigint)
      || p.nonce, '' ORDER BY p.user_id), '') AS rows
    FROM page p`;
  if (!page) throw new Error("An aggregate answered no row");
  return page;
}

/**
 * What all customers together are owed as the other side of the ledger says: what is neither the house's nor put aside
 * for what open options may win, with the interest that is earned but not paid.
 */
export async function owedInAll(tx: Tx): Promise<Owed> {
  const rows = await tx.$queryRaw<{ currency: LedgerCurrency; micro: bigint }[]>`
    SELECT c.currency, (coalesce((SELECT -sum(a.balance_micro) FROM ledger_account a
        WHERE a.id < 0 AND a.kind <> 'escrow' AND a.currency = c.currency), 0)
      - CASE c.currency WHEN 'USDT' THEN coalesce((SELECT sum(t.collateral_micro) FROM trade t
        WHERE t.type = 'option' AND t.status = 'open'), 0) ELSE 0 END
      + coalesce((SELECT sum(r.accrued_micro) FROM saving_record r
        WHERE r.currency = c.currency AND r.status IN ('pending', 'active')), 0))::bigint AS micro
    FROM (VALUES ('USDT'), ('XAUT')) AS c (currency)`;
  const of = (currency: LedgerCurrency) =>
    rows.find((row) => row.currency === currency)?.micro ?? 0n;
  return { USDT: of("USDT"), XAUT: of("XAUT") };
}

/**
 * What the ledger owed one customer after a journal, without interest that was not paid yet: what is theirs now, less
 * what moved since. A stake whose option ended while that journal was read is left out.
 * @param at when it was read: all later journals are of later moments, or of this one
 */
export async function owedAfter(
  db: Db,
  { userId, journal, at }: { userId: string; journal: bigint; at: Date },
): Promise<Owed> {
  const [row] = await db.$queryRaw<Owed[]>`
    WITH own AS MATERIALIZED (
      SELECT a.id, a.currency, a.balance_micro FROM ledger_account a WHERE a.owner_id = ${userId}::uuid
    ), since AS MATERIALIZED (
      SELECT o.currency, t.amount_micro AS out_micro, 0::bigint AS in_micro, t.credit_account_id = -8 AS is_stake
      FROM own o JOIN ledger_transfer t ON t.debit_account_id = o.id
      WHERE t.at >= ${at}::timestamptz - interval '1 hour' AND t.journal_id > ${journal}
      UNION ALL
      SELECT o.currency, 0, t.amount_micro, false FROM own o JOIN ledger_transfer t ON t.credit_account_id = o.id
      WHERE t.at >= ${at}::timestamptz - interval '1 hour' AND t.journal_id > ${journal}
    ), now AS (
      SELECT c.currency, coalesce((SELECT sum(o.balance_micro) FROM own o WHERE o.currency = c.currency), 0)
        + coalesce((SELECT sum(s.out_micro - s.in_micro) FROM since s WHERE s.currency = c.currency), 0) AS micro
      FROM (VALUES ('USDT'), ('XAUT')) AS c (currency)
    )
    SELECT (SELECT n.micro FROM now n WHERE n.currency = 'USDT')::bigint + greatest(0,
        coalesce((SELECT sum(t.amount_micro) FROM trade t WHERE t.user_id = ${userId}::uuid AND t.status = 'open'), 0)
        + coalesce((SELECT sum(t.amount_micro) FROM trade t WHERE t.user_id = ${userId}::uuid AND t.type = 'option'
          AND t.settled_at > ${at}), 0)
        - coalesce((SELECT sum(s.out_micro) FROM since s WHERE s.is_stake), 0))::bigint AS "USDT",
      (SELECT n.micro FROM now n WHERE n.currency = 'XAUT')::bigint AS "XAUT"`;
  return row ?? { USDT: 0n, XAUT: 0n };
}
