import { Prisma } from "@/lib/platform/db";
import { savingsChecks } from "./savings";
import { vaultChecks } from "./vault";

/** A check selects what is wrong: no row means that its claim holds. */
export type LedgerCheck = { name: string; claim: string; query: Prisma.Sql };

/** Every materialised side of every transfer: one link of an account's chain. */
const links = Prisma.sql`
  SELECT debit_account_id AS account_id, debit_seq AS seq, -amount_micro AS delta, debit_balance_micro AS balance
  FROM ledger_transfer WHERE debit_seq IS NOT NULL
  UNION ALL
  SELECT credit_account_id, credit_seq, amount_micro, credit_balance_micro
  FROM ledger_transfer WHERE credit_seq IS NOT NULL`;

/** What each option's transfers put into escrow, took out, and paid to the user. */
const escrowFlows = Prisma.sql`
  SELECT t.reference_id AS trade_id,
    sum(CASE WHEN credit.kind = 'escrow' THEN t.amount_micro ELSE -t.amount_micro END) AS inside,
    coalesce(sum(t.amount_micro) FILTER (WHERE credit.kind = 'available'), 0) AS paid
  FROM ledger_transfer t
  JOIN ledger_account debit ON debit.id = t.debit_account_id
  JOIN ledger_account credit ON credit.id = t.credit_account_id
  WHERE 'escrow' IN (debit.kind, credit.kind) GROUP BY t.reference_id`;

const sumOf = (kind: string, rows: Prisma.Sql) => Prisma.sql`
  SELECT * FROM (
    SELECT owner_id, currency, balance_micro FROM ledger_account WHERE kind = ${kind}
  ) AS account FULL JOIN (${rows}) AS live USING (owner_id, currency)
  WHERE coalesce(balance_micro, 0) <> coalesce(live_micro, 0)`;

/** The currency that the ledger keeps a coin in: what ledger_currency() of the database says, by the rule itself. */
export const currencyOf = (coin: string) =>
  Prisma.raw(`CASE ${coin} WHEN 'XAUT' THEN 'XAUT' ELSE 'USDT' END`);

export const ledgerChecks: LedgerCheck[] = [
  {
    name: "chains",
    claim:
      "each account's transfers form a gapless chain, each balance the one before plus its amount",
    query: Prisma.sql`
      SELECT account_id, seq, delta, balance, previous_seq, previous_balance FROM (
        SELECT account_id, seq, delta, balance, lag(seq, 1, 0::bigint) OVER chain AS previous_seq,
          lag(balance, 1, 0::bigint) OVER chain AS previous_balance
        FROM (${links}) AS link WINDOW chain AS (PARTITION BY account_id ORDER BY seq)
      ) AS linked WHERE seq <> previous_seq + 1 OR balance <> previous_balance + delta`,
  },
  {
    name: "heads",
    claim: "each account's balance and count are those of its transfers",
    query: Prisma.sql`
      SELECT a.id, a.kind, a.balance_micro, a.seq, chain.total, chain.links FROM ledger_account a
      LEFT JOIN (SELECT account_id, sum(delta) AS total, count(*) AS links FROM (${links}) AS link GROUP BY account_id
      ) AS chain ON chain.account_id = a.id
      WHERE a.balance_micro <> coalesce(chain.total, 0) OR a.seq <> coalesce(chain.links, 0)`,
  },
  {
    name: "floors",
    claim: "no account was ever below its floor",
    query: Prisma.sql`
      SELECT link.account_id, link.seq, link.balance FROM (${links}) AS link JOIN ledger_account a ON a.id = account_id
      WHERE balance < a.floor_micro`,
  },
  {
    name: "zero sum",
    claim: "all balances of a currency, escrow included, sum to zero",
    query: Prisma.sql`
      SELECT currency, sum(micro) AS total FROM (
        SELECT currency, balance_micro AS micro FROM ledger_account
        UNION ALL SELECT 'USDT', inside FROM (${escrowFlows}) AS flow
      ) AS parts GROUP BY currency HAVING sum(micro) <> 0`,
  },
  {
    name: "transfers",
    claim:
      "each transfer moves something between two accounts of its currency, has a journal, and a place in both chains except escrow's",
    query: Prisma.sql`
      SELECT t.journal_id, t.line FROM ledger_transfer t
      LEFT JOIN ledger_journal j ON j.id = t.journal_id
      LEFT JOIN ledger_account d ON d.id = t.debit_account_id
      LEFT JOIN ledger_account c ON c.id = t.credit_account_id
      WHERE t.amount_micro <= 0 OR d.id = c.id OR j.id IS NULL OR d.currency IS DISTINCT FROM t.currency OR c.currency IS DISTINCT FROM t.currency
        OR (t.debit_seq IS NULL) <> (d.kind = 'escrow') OR (t.credit_seq IS NULL) <> (c.kind = 'escrow')`,
  },
  {
    name: "journals",
    claim: "each journal has its lines, numbered from 1",
    query: Prisma.sql`
      SELECT j.id, j.kind, lines.n, lines.last FROM ledger_journal j
      LEFT JOIN (SELECT journal_id, count(*) AS n, max(line) AS last, min(line) AS first FROM ledger_transfer GROUP BY journal_id
      ) AS lines ON lines.journal_id = j.id
      WHERE lines.n IS NULL OR lines.first <> 1 OR lines.last <> lines.n`,
  },
  {
    name: "escrow",
    claim:
      "escrow holds stake and collateral of each open option and nothing else, and each closed one paid out what it says",
    query: Prisma.sql`
      SELECT trade_id, status, inside, paid FROM (${escrowFlows}) AS flow
      FULL JOIN (SELECT * FROM trade WHERE type = 'option') AS t ON t.id = flow.trade_id
      WHERE coalesce(inside, 0) <> CASE WHEN t.status = 'open' THEN t.amount_micro + t.collateral_micro ELSE 0 END
        OR coalesce(paid, 0) <> coalesce(t.payout_micro, 0) OR t.id IS NULL`,
  },
  {
    name: "exposure",
    claim: "the caps' counters equal the collateral of open options",
    query: Prisma.sql`
      SELECT e.shard, e.up_micro, e.down_micro, o.up, o.down FROM option_exposure e LEFT JOIN (
        SELECT shard, sum(collateral_micro) FILTER (WHERE direction = 'up') AS up,
          sum(collateral_micro) FILTER (WHERE direction = 'down') AS down
        FROM trade WHERE type = 'option' AND status = 'open' GROUP BY shard
      ) AS o USING (shard)
      WHERE e.up_micro <> coalesce(o.up, 0) OR e.down_micro <> coalesce(o.down, 0)`,
  },
  {
    name: "held",
    claim: "each user's held balances equal their open withdrawals, pending and open orders",
    query: sumOf(
      "held",
      Prisma.sql`SELECT owner_id, currency, sum(micro) AS live_micro FROM (
          SELECT user_id AS owner_id, ${currencyOf("currency")} AS currency, amount_micro AS micro
          FROM withdrawal WHERE status IN ('pending', 'confirmed', 'processing')
          UNION ALL SELECT user_id, currency, amount_micro FROM trade WHERE status = 'pending'
          UNION ALL SELECT user_id, currency, amount_micro FROM resting_order WHERE status = 'open'
          UNION ALL SELECT user_id, CASE direction WHEN 'store' THEN 'USDT' ELSE 'XAUT' END,
            CASE direction WHEN 'store' THEN usdt_micro ELSE xaut_micro END FROM vault_conversion WHERE status = 'pending'
        ) AS held GROUP BY owner_id, currency`,
    ),
  },
  {
    name: "payouts",
    claim:
      "each approved withdrawal in another coin sends what was left after its fee, at its recorded rate; no other records coins",
    query: Prisma.sql`
      SELECT id, status, currency, amount_micro, fee_micro, rate_e8, payout_e8 FROM withdrawal
      WHERE payout_e8 IS NOT NULL AND (currency IN ('USDT', 'XAUT') OR approved_at IS NULL) OR payout_e8 <> CASE currency
        WHEN 'USDC' THEN mul_div_half_even(amount_micro - fee_micro, 100000000, rate_e8) * 100
        ELSE mul_div_half_even(amount_micro - fee_micro, 10000000000, rate_e8) END`,
  },
  {
    name: "savings",
    claim: "each user's savings balance equals the principal of their live records",
    query: sumOf(
      "savings",
      Prisma.sql`SELECT user_id AS owner_id, currency, sum(principal_micro) AS live_micro
        FROM saving_record WHERE status IN ('pending', 'active') GROUP BY user_id, currency`,
    ),
  },
  ...vaultChecks,
  ...savingsChecks,
  {
    name: "commissions",
    claim:
      "each referral earning was paid to its referrer once, out of the referral account, at most its fee",
    query: Prisma.sql`
      SELECT e.id, e.earned_micro, paid.micro FROM referral_earning e FULL JOIN (
        SELECT t.reference_id AS id, min(c.owner_id::text)::uuid AS owner_id, sum(t.amount_micro) AS micro FROM ledger_transfer t
        JOIN ledger_account d ON d.id = t.debit_account_id JOIN ledger_account c ON c.id = t.credit_account_id
        WHERE t.reference_type = 'referral_earning' AND d.kind = 'referral' AND c.kind = 'available' GROUP BY t.reference_id
      ) AS paid USING (id)
      WHERE e.earned_micro IS DISTINCT FROM paid.micro OR e.referrer_id IS DISTINCT FROM paid.owner_id
        OR e.earned_micro > e.fee_micro`,
  },
  {
    name: "entries",
    claim:
      "each option entered on the first tick that was known to nobody until its delay was over and that was not contested",
    query: Prisma.sql`
      SELECT t.id, t.opened_at, t.entry_tick_seq, first.seq FROM trade t
      LEFT JOIN LATERAL (
        SELECT m.seq, m.price_e8, m.at FROM market_tick m
        WHERE least(m.at, m.known_at) > t.opened_at AND NOT m.contested
          AND least(m.at, m.known_at) - t.opened_at >= make_interval(secs => coalesce(t.entry_delay_ms, 0) / 1000.0)
          AND m.at > t.opened_at AND m.at - t.opened_at <= make_interval(secs => 10 + coalesce(t.entry_delay_ms, 0) / 1000.0)
        ORDER BY m.at LIMIT 1
      ) AS first ON true
      WHERE t.type = 'option' AND (t.status <> 'open' OR t.entry_tick_seq IS NOT NULL)
        AND (t.entry_tick_seq, t.entry_price_e8, t.entry_at) IS DISTINCT FROM (first.seq, first.price_e8, first.at)`,
  },
  {
    name: "outcomes",
    claim: "each settled option follows from the last recorded tick at or before its expiry",
    query: Prisma.sql`
      SELECT t.id, t.status, t.entry_price_e8, t.exit_price_e8, last.seq, last.price_e8 FROM trade t
      LEFT JOIN LATERAL (
        SELECT m.seq, m.price_e8, m.simulated FROM market_tick m
        WHERE m.at <= t.expires_at AND m.at >= t.expires_at - interval '10 seconds' ORDER BY m.at DESC LIMIT 1
      ) AS last ON true
      WHERE t.type = 'option' AND t.status <> 'open' AND (
        (t.exit_tick_seq, t.exit_price_e8) IS DISTINCT FROM (last.seq, last.price_e8)
        OR t.status <> CASE
          WHEN last.seq IS NULL OR last.simulated <> t.simulated THEN 'void'
          WHEN last.price_e8 = t.entry_price_e8 THEN 'refunded'
          WHEN (last.price_e8 > t.entry_price_e8) = (t.direction = 'up') THEN 'won'
          ELSE 'lost' END)`,
  },
  {
    name: "terms",
    claim:
      "each option's collateral is its stake at its payout rate, and each closed one paid what its outcome is worth",
    query: Prisma.sql`
      SELECT t.id, t.status, t.amount_micro, t.payout_rate_ppm, t.collateral_micro, t.payout_micro, t.pnl_micro FROM trade t
      CROSS JOIN LATERAL (SELECT CASE t.status WHEN 'open' THEN NULL WHEN 'won' THEN t.amount_micro + t.collateral_micro
        WHEN 'lost' THEN 0 ELSE t.amount_micro END AS micro) AS worth
      WHERE t.type = 'option' AND (t.collateral_micro, t.payout_micro, t.pnl_micro) IS DISTINCT FROM
        (mul_div_half_even(t.amount_micro, t.payout_rate_ppm, 1000000), worth.micro, worth.micro - t.amount_micro)`,
  },
  {
    name: "ticks",
    claim:
      "recorded prices are numbered from 1 up to the newest, without a gap but for those that were thinned, which are as many as was noted",
    query: Prisma.sql`
      SELECT seq, at, previous FROM (
        SELECT seq, at, lag(seq, 1, 0::bigint) OVER (ORDER BY seq) AS previous FROM market_tick
      ) AS numbered WHERE seq <> previous + 1
        AND NOT EXISTS (SELECT FROM market_tick_thinned d WHERE d.first_seq <= previous AND seq <= d.last_seq)
      UNION ALL
      SELECT d.first_seq, d.day::timestamptz, d.last_seq FROM market_tick_thinned d
      WHERE d.day > app_now() - interval '90 days' OR d.last_seq - d.first_seq + 1 - d.removed
        <> (SELECT count(*) FROM market_tick m WHERE m.at >= d.day::timestamptz AND m.at < d.day::timestamptz + interval '1 day')
      UNION ALL
      SELECT last.seq, h.at, h.seq FROM (SELECT max(seq) AS seq FROM market_tick) AS last LEFT JOIN market_head h ON true
      WHERE h.seq IS DISTINCT FROM last.seq`,
  },
];
