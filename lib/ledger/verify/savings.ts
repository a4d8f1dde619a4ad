import { Prisma } from "@/lib/platform/db";

/** What must hold for savings beside the balances of their accounts. */
export const savingsChecks = [
  {
    name: "savings reserve",
    claim:
      "the interest set aside equals what live records have reserved, which covers their profit",
    query: Prisma.sql`
      SELECT a.currency, a.balance_micro, live.reserved, live.uncovered FROM ledger_account a
      LEFT JOIN (SELECT currency, sum(reserved_micro) AS reserved, count(*) FILTER (WHERE accrued_micro > reserved_micro) AS uncovered
        FROM saving_record WHERE closed_at IS NULL GROUP BY currency) AS live ON live.currency = a.currency
      WHERE a.kind = 'interest_reserve' AND (a.balance_micro <> coalesce(live.reserved, 0) OR live.uncovered > 0)`,
  },
  {
    name: "savings profit",
    claim:
      "each record's profit follows from its terms and days, and each closed one was paid what it says",
    query: Prisma.sql`
      SELECT r.id, r.status, r.accrued_micro, r.paid_principal_micro, r.paid_profit_micro, paid.principal, paid.profit
      FROM saving_record r LEFT JOIN (
        SELECT t.reference_id, sum(t.amount_micro) FILTER (WHERE debit.kind = 'savings') AS principal,
          sum(t.amount_micro) FILTER (WHERE debit.kind = 'interest_reserve') AS profit
        FROM ledger_transfer t JOIN ledger_account debit ON debit.id = t.debit_account_id
        JOIN ledger_account credit ON credit.id = t.credit_account_id
        WHERE t.reference_type = 'saving' AND credit.kind = 'available' GROUP BY t.reference_id
      ) AS paid ON paid.reference_id = r.id
      WHERE r.accrued_micro::numeric * 1000000000 + r.accrued_carry <> r.principal_micro::numeric * r.daily_rate_ppb * r.days_accrued
        OR coalesce(paid.principal, 0) <> coalesce(r.paid_principal_micro, 0)
        OR coalesce(paid.profit, 0) <> coalesce(r.paid_profit_micro, 0)
        OR (r.closed_at IS NULL) <> (r.status IN ('pending', 'active'))
        OR (r.closed_at IS NOT NULL AND (r.paid_principal_micro, r.paid_profit_micro) IS DISTINCT FROM
          (r.principal_micro, CASE r.status WHEN 'completed' THEN r.accrued_micro ELSE 0 END))
        OR r.days_accrued > floor(extract(epoch FROM coalesce(r.closed_at, app_now()) - r.starts_at) / 86400) AND r.days_accrued > 0
        OR (r.type = 'fixed' AND (r.days_accrued > r.duration_days OR (r.status = 'completed' AND r.days_accrued <> r.duration_days)))`,
  },
  {
    name: "savings renewals",
    claim: "each renewal follows a matured saving whose owner chose it, in amount and least rate",
    query: Prisma.sql`
      SELECT r.id, r.renewed_from, r.principal_micro, r.daily_rate_ppb FROM saving_record r
      JOIN saving_record o ON o.id = r.renewed_from
      WHERE (o.user_id, o.plan_id, o.status) IS DISTINCT FROM (r.user_id, r.plan_id, 'completed') OR o.not_renewed IS NOT NULL
        OR r.principal_micro <> CASE o.auto_renew WHEN 'principal' THEN o.paid_principal_micro
          WHEN 'all' THEN o.paid_principal_micro + o.paid_profit_micro ELSE 0 END
        OR r.daily_rate_ppb < o.min_daily_rate_ppb OR r.created_at < o.closed_at`,
  },
  {
    name: "savings capacity",
    claim: "each plan counts the principal of its live records",
    query: Prisma.sql`
      SELECT p.id, p.subscribed_micro, live.principal FROM saving_plan p
      LEFT JOIN (SELECT plan_id, sum(principal_micro) AS principal FROM saving_record WHERE closed_at IS NULL GROUP BY plan_id
      ) AS live ON live.plan_id = p.id
      WHERE p.subscribed_micro <> coalesce(live.principal, 0)`,
  },
];
