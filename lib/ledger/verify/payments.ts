import { DEMO_FUNDS_KEY } from "@/lib/ledger/house";
import { Prisma } from "@/lib/platform/db";
import { currencyOf, type LedgerCheck } from "./checks";

// What a transfer must be recorded as follows from its accounts, not only from what it says it refers to: money that
// nobody recorded says nothing. Users' accounts have ids above zero, the house's below.

const houseIds = (...kinds: string[]) => Prisma.sql`(
  SELECT id FROM ledger_account WHERE owner_id IS NULL AND kind IN (${Prisma.join(kinds)}))`;
const outside = houseIds("external");
const treasury = houseIds("treasury");
const hub = houseIds("external", "treasury");
const receivable = houseIds("receivable");
/** What says that it takes a deposit back is looked at by a check of its own, wherever it went. */
const notReversing = Prisma.sql`t.reference_type IS DISTINCT FROM 'deposit_reversal'`;

/** Transfers by what they refer to, with the two sides of one that is alone. Grouped before it is joined: the accounts of millions don't fit in memory. */
const movedBy = (which: Prisma.Sql) => Prisma.sql`
  SELECT g.type, g.id, g.transfers, g.micro, g.currency, debit.kind AS from_kind, credit.kind AS to_kind,
    coalesce(debit.owner_id, credit.owner_id) AS owner_id
  FROM (
    SELECT reference_type AS type, reference_id AS id, count(*) AS transfers, sum(amount_micro) AS micro, min(currency) AS currency,
      min(debit_account_id) AS debit_id, min(credit_account_id) AS credit_id
    FROM ledger_transfer WHERE ${which} GROUP BY reference_type, reference_id
  ) AS g
  LEFT JOIN ledger_account debit ON debit.id = g.debit_id LEFT JOIN ledger_account credit ON credit.id = g.credit_id`;

/** What must hold between the ledger and the records of money that comes, goes and is given by staff. */
export const paymentChecks: LedgerCheck[] = [
  {
    name: "deposits",
    claim:
      "each deposit that was confirmed was credited once, for its amount at its rate (XAUT one to one), and nothing else came to users from outside",
    query: Prisma.sql`
      SELECT type, id, d.status, d.amount_e8, d.rate_e8, d.credited_micro, moved.transfers, moved.micro FROM (
        ${movedBy(Prisma.sql`reference_type = 'deposit' OR (debit_account_id IN ${outside} AND credit_account_id > 0)`)}
      ) AS moved FULL JOIN (
        SELECT 'deposit' AS type, * FROM deposit WHERE status IN ('completed', 'reversed') OR credited_micro IS NOT NULL
      ) AS d USING (type, id)
      WHERE d.status NOT IN ('completed', 'reversed')
        OR (transfers, micro, moved.currency, from_kind, to_kind, owner_id)
          IS DISTINCT FROM (1::bigint, d.credited_micro::numeric, ${currencyOf("d.currency")}, 'external', 'available', d.user_id)
        OR d.credited_micro * CASE d.currency WHEN 'XAUT' THEN 100 ELSE 1 END IS DISTINCT FROM
          CASE d.currency WHEN 'XAUT' THEN d.amount_e8 ELSE mul_div_half_even(d.amount_e8, d.rate_e8, 10000000000) END`,
  },
  {
    name: "reversals",
    claim:
      "each reversed deposit went back as far as its user had it, what they owed for the rest was taken from their deposits and no more, and nothing else is owed",
    query: Prisma.sql`
      SELECT type, id, r.status, r.amount_micro, r.taken_micro, r.collected_micro, moved.taken, moved.owed, moved.collected, moved.total FROM (
        SELECT t.reference_type AS type, t.reference_id AS id, sum(t.amount_micro) AS total,
          array_agg(DISTINCT t.currency) AS currencies,
          array_remove(array_agg(DISTINCT coalesce(debit.owner_id, credit.owner_id)), NULL) AS owners,
          coalesce(sum(t.amount_micro) FILTER (WHERE debit.kind = 'available' AND credit.kind = 'external'), 0) AS taken,
          coalesce(sum(t.amount_micro) FILTER (WHERE debit.kind = 'receivable' AND credit.kind = 'external'), 0) AS owed,
          coalesce(sum(t.amount_micro) FILTER (WHERE debit.kind = 'available' AND credit.kind = 'receivable'), 0) AS collected
        FROM ledger_transfer t
        LEFT JOIN ledger_account debit ON debit.id = t.debit_account_id
        LEFT JOIN ledger_account credit ON credit.id = t.credit_account_id
        WHERE t.reference_type = 'deposit_reversal' OR t.debit_account_id IN ${receivable} OR t.credit_account_id IN ${receivable}
        GROUP BY 1, 2
      ) AS moved FULL JOIN (
        SELECT 'deposit_reversal' AS type, d.id, d.status, r.amount_micro, r.taken_micro, r.collected_micro, r.currency,
          CASE WHEN r.taken_micro + r.collected_micro > 0 THEN ARRAY[d.user_id] ELSE '{}' END AS owners,
          (SELECT t.amount_micro FROM ledger_journal j JOIN ledger_transfer t ON t.journal_id = j.id AND t.line = 1
           WHERE j.idempotency_key = 'deposit:' || d.id) AS credited_micro
        FROM deposit d LEFT JOIN deposit_reversal r ON r.deposit_id = d.id AND r.user_id = d.user_id
        WHERE d.status = 'reversed' OR r.deposit_id IS NOT NULL
      ) AS r USING (type, id)
      WHERE r.status IS DISTINCT FROM 'reversed' OR r.credited_micro IS DISTINCT FROM r.amount_micro
        OR (moved.currencies, moved.owners, taken, owed, collected, total) IS DISTINCT FROM (ARRAY[r.currency], r.owners,
          r.taken_micro::numeric, (r.amount_micro - r.taken_micro)::numeric, r.collected_micro::numeric,
          (r.amount_micro + r.collected_micro)::numeric)`,
  },
  {
    name: "withdrawals",
    claim:
      "each withdrawal is held while it is open, then paid out less its fee or given back, and nothing else left users for outside",
    query: Prisma.sql`
      SELECT type, id, w.status, w.currency, w.amount_micro, w.fee_micro, moved.currency AS moved_currency, moved.held, moved.released, moved.sent, moved.fee, moved.total FROM (
        SELECT t.reference_type AS type, t.reference_id AS id, coalesce(debit.owner_id, credit.owner_id) AS owner_id, t.currency,
          coalesce(sum(t.amount_micro) FILTER (WHERE debit.kind = 'available' AND credit.kind = 'held'), 0) AS held,
          coalesce(sum(t.amount_micro) FILTER (WHERE debit.kind = 'held' AND credit.kind = 'available'), 0) AS released,
          coalesce(sum(t.amount_micro) FILTER (WHERE debit.kind = 'held' AND credit.kind = 'external'), 0) AS sent,
          coalesce(sum(t.amount_micro) FILTER (WHERE debit.kind = 'held' AND credit.kind = 'fees'), 0) AS fee,
          sum(t.amount_micro) AS total
        FROM ledger_transfer t
        LEFT JOIN ledger_account debit ON debit.id = t.debit_account_id
        LEFT JOIN ledger_account credit ON credit.id = t.credit_account_id
        WHERE t.reference_type = 'withdrawal'
          OR (t.debit_account_id > 0 AND t.credit_account_id IN ${outside} AND ${notReversing})
        GROUP BY 1, 2, 3, 4
      ) AS moved FULL JOIN (
        SELECT 'withdrawal' AS type, *, CASE WHEN status IN ('failed', 'cancelled') THEN amount_micro ELSE 0 END AS back_micro,
          CASE status WHEN 'completed' THEN amount_micro - fee_micro ELSE 0 END AS net_micro,
          CASE status WHEN 'completed' THEN fee_micro ELSE 0 END AS paid_fee_micro
        FROM withdrawal
      ) AS w USING (type, id)
      WHERE (owner_id, moved.currency, held, released, sent, fee, total) IS DISTINCT FROM (w.user_id, ${currencyOf("w.currency")}, w.amount_micro::numeric, w.back_micro::numeric,
        w.net_micro::numeric, w.paid_fee_micro::numeric, (w.amount_micro + w.back_micro + w.net_micro + w.paid_fee_micro)::numeric)`,
  },
  {
    name: "values of XAUT",
    claim:
      "each withdrawal of XAUT counted with its amount at the bid of the recorded tick it names",
    query: Prisma.sql`
      SELECT w.id, w.amount_micro, w.value_micro, w.value_bid_e8, k.bid_e8 FROM withdrawal w
      LEFT JOIN market_tick k ON k.seq = w.value_tick_seq
      WHERE w.currency = 'XAUT' AND (w.value_bid_e8, w.value_micro)
        IS DISTINCT FROM (k.bid_e8, mul_div_up(w.amount_micro, k.bid_e8, 100000000))`,
  },
  {
    name: "adjustments",
    claim:
      "each applied balance change moved what it says once, and nothing else went between users and the treasury",
    query: Prisma.sql`
      SELECT type, id, a.operation, a.currency, a.amount_micro, moved.transfers, moved.from_kind, moved.to_kind, moved.micro FROM (
        ${movedBy(Prisma.sql`reference_type = 'balance_adjustment'
          OR (debit_account_id IN ${treasury} AND credit_account_id > 0) OR (credit_account_id IN ${treasury} AND debit_account_id > 0)`)}
      ) AS moved FULL JOIN (
        SELECT 'balance_adjustment' AS type, * FROM balance_adjustment WHERE status = 'applied'
      ) AS a USING (type, id)
      WHERE (transfers, micro, moved.currency, owner_id, from_kind, to_kind)
        IS DISTINCT FROM (1::bigint, a.amount_micro::numeric, a.currency, a.user_id,
          CASE a.operation WHEN 'add' THEN 'treasury' ELSE 'available' END, CASE a.operation WHEN 'add' THEN 'available' ELSE 'treasury' END)`,
  },
  {
    name: "house transfers",
    claim:
      "each transfer between house accounts moved what it says, and nothing else went through the treasury or to the house from outside, except a demo's first funds",
    query: Prisma.sql`
      SELECT type, id, moved.from_kind, moved.to_kind, moved.micro, h.from_kind AS said_from, h.to_kind AS said_to, h.amount_micro FROM (
        SELECT t.reference_type AS type, t.reference_id AS id, t.currency, debit.kind AS from_kind, credit.kind AS to_kind,
          sum(t.amount_micro) AS micro
        FROM ledger_transfer t
        LEFT JOIN ledger_account debit ON debit.id = t.debit_account_id
        LEFT JOIN ledger_account credit ON credit.id = t.credit_account_id
        WHERE (t.reference_type = 'house_transfer' OR (t.debit_account_id < 0 AND t.credit_account_id < 0
            AND (t.debit_account_id IN ${hub} OR t.credit_account_id IN ${hub}) AND ${notReversing}))
          AND t.journal_id IS DISTINCT FROM (SELECT id FROM ledger_journal WHERE idempotency_key = ${DEMO_FUNDS_KEY})
        GROUP BY 1, 2, 3, 4, 5
      ) AS moved FULL JOIN (SELECT 'house_transfer' AS type, * FROM house_transfer) AS h USING (type, id)
      WHERE (moved.currency, moved.from_kind, moved.to_kind, micro) IS DISTINCT FROM (h.currency, h.from_kind, h.to_kind, h.amount_micro::numeric)
        OR h.from_before_micro - h.amount_micro <> h.from_after_micro OR h.to_before_micro + h.amount_micro <> h.to_after_micro`,
  },
];
