import { Prisma } from "@/lib/platform/db";

/** Filled conversions in the order in which they changed what is stored, each with what was stored before. */
const changes = Prisma.sql`
  SELECT c.*, lag(coalesce(change_seq, seq), 1, 0) OVER own AS before,
    lag(stored_after_micro, 1, 0::bigint) OVER own AS stored,
    lag(coalesce(known_after_micro, stored_after_micro), 1, 0::bigint) OVER own AS known,
    lag(cost_after_micro, 1, 0::bigint) OVER own AS cost
  FROM vault_conversion c WHERE status = 'filled' WINDOW own AS (PARTITION BY user_id ORDER BY coalesce(change_seq, seq))`;

/** The tick that an order has to be filled at, by the rule itself and not by the function that applies it. */
export const firstUsable = (acceptedAt: Prisma.Sql) => Prisma.sql`
  SELECT m.seq, m.bid_e8, m.ask_e8 FROM market_tick m
  WHERE m.at > ${acceptedAt} AND m.at <= ${acceptedAt} + interval '10 seconds'
    AND least(m.at, m.known_at) > ${acceptedAt} AND NOT m.contested ORDER BY m.at LIMIT 1`;

/** What conversions of XAUT took out of the spot positions of their users, or put there. */
export const movedPositions = Prisma.sql`
  SELECT user_id AS book_id, NULL::bigint AS pnl_micro, known - known_after_micro AS quantity, cost - cost_after_micro AS cost
  FROM (${changes}) AS moved WHERE currency = 'XAUT'`;

const shareOf = (cost: string, quantity: string, whole: string) =>
  Prisma.raw(
    `CASE WHEN ${quantity} > 0 THEN mul_div_half_even(${cost}, ${quantity}, ${whole}) ELSE 0 END`,
  );

/** What must hold of storage. */
export const vaultChecks = [
  {
    name: "stored",
    claim:
      "each user's stored balance is what their last change left, less what pending retrievals hold",
    query: Prisma.sql`
      SELECT owner_id, a.balance_micro, live.micro FROM (
        SELECT owner_id, balance_micro FROM ledger_account WHERE kind = 'stored'
      ) AS a FULL JOIN (
        SELECT user_id AS owner_id, sum(micro)::bigint AS micro FROM (
          (SELECT DISTINCT ON (user_id) user_id, stored_after_micro AS micro FROM vault_conversion WHERE status = 'filled'
            ORDER BY user_id, coalesce(change_seq, seq) DESC)
          UNION ALL SELECT user_id, -xaut_micro FROM vault_conversion WHERE status = 'pending' AND direction = 'retrieve'
        ) AS part GROUP BY user_id
      ) AS live USING (owner_id)
      WHERE coalesce(a.balance_micro, 0) <> coalesce(live.micro, 0)
      UNION ALL
      SELECT p.user_id, p.stored_micro, c.stored_after_micro FROM vault_position p
      LEFT JOIN vault_conversion c ON c.user_id = p.user_id AND c.status = 'filled' AND coalesce(c.change_seq, c.seq) = p.change_seq
      WHERE (p.stored_micro, p.known_micro, p.cost_micro) IS DISTINCT FROM (coalesce(c.stored_after_micro, 0),
        coalesce(c.known_after_micro, c.stored_after_micro, 0), coalesce(c.cost_after_micro, 0))`,
  },
  {
    name: "conversions",
    claim:
      "each conversion follows from the one before, and from the ask or bid of its recorded tick and its fee, or moved XAUT alone",
    query: Prisma.sql`
      SELECT c.user_id, c.seq FROM (${changes}) AS c LEFT JOIN market_tick k ON k.seq = c.tick_seq
      LEFT JOIN LATERAL spot_amounts(CASE c.direction WHEN 'store' THEN 'buy' ELSE 'sell' END,
        CASE c.direction WHEN 'store' THEN c.usdt_micro ELSE c.xaut_micro END,
        CASE c.direction WHEN 'store' THEN k.ask_e8 ELSE k.bid_e8 END, c.fee_rate_ppm) AS now ON c.fill_rules = 2 AND c.currency = 'USDT'
      CROSS JOIN LATERAL (SELECT least(c.xaut_micro, c.known) AS left_micro, least(c.xaut_micro, c.position_micro) AS moved) AS part
      CROSS JOIN LATERAL (SELECT ${shareOf("c.cost", "part.left_micro", "c.known")} AS left_cost,
        ${shareOf("c.position_cost_micro", "part.moved", "c.position_micro")} AS moved_cost) AS paid
      WHERE coalesce(c.change_seq, c.seq) <> c.before + 1 OR (CASE
        WHEN c.currency = 'XAUT' THEN num_nulls(c.usdt_micro, c.price_e8, c.tick_seq, c.realised_micro) = 4 AND c.fee_micro = 0
          AND CASE c.direction
            WHEN 'store' THEN (c.stored_after_micro, c.known_after_micro, c.cost_after_micro)
              = (c.stored + c.xaut_micro, c.known + part.moved, c.cost + paid.moved_cost)
            ELSE (c.stored_after_micro, c.known_after_micro, c.cost_after_micro)
              = (c.stored - c.xaut_micro, c.known - part.left_micro, c.cost - paid.left_cost) END
        WHEN c.direction = 'store' THEN c.price_e8 = k.ask_e8 AND c.realised_micro IS NULL
          AND (c.xaut_micro, c.fee_micro) = (coalesce(now.o_received, mul_div_half_even(c.usdt_micro, 100000000, k.ask_e8)), coalesce(now.o_fee, 0))
          AND (c.stored_after_micro, coalesce(c.known_after_micro, c.stored_after_micro), c.cost_after_micro)
            = (c.stored + c.xaut_micro, c.known + c.xaut_micro, c.cost + c.usdt_micro)
        ELSE c.price_e8 = k.bid_e8
          AND (c.usdt_micro, c.fee_micro) = (coalesce(now.o_received, mul_div_half_even(c.xaut_micro, k.bid_e8, 100000000)), coalesce(now.o_fee, 0))
          AND (c.stored_after_micro, coalesce(c.known_after_micro, c.stored_after_micro), c.cost_after_micro)
            = (c.stored - c.xaut_micro, c.known - part.left_micro, c.cost - paid.left_cost)
          AND c.realised_micro IS NOT DISTINCT FROM CASE WHEN part.left_micro > 0
            THEN mul_div_half_even(c.usdt_micro, part.left_micro, c.xaut_micro) - paid.left_cost END
        END) IS NOT TRUE`,
  },
  {
    name: "storage orders",
    claim:
      "each conversion was filled at the first uncontested tick after its acceptance, within its limit and 10 s, or is void for a reason that holds",
    query: Prisma.sql`
      SELECT c.id, c.status, c.void_reason, c.accepted_at, c.tick_seq, first.seq FROM vault_conversion c
      LEFT JOIN LATERAL (${firstUsable(Prisma.sql`c.accepted_at`)}) AS first ON true
      CROSS JOIN LATERAL (SELECT CASE c.direction WHEN 'store' THEN first.ask_e8 > c.limit_price_e8
        ELSE first.bid_e8 < c.limit_price_e8 END AS yes) AS beyond
      WHERE c.currency = 'USDT' AND c.fill_rules = 2 AND CASE c.status
        WHEN 'pending' THEN c.tick_seq IS NOT NULL
        WHEN 'filled' THEN c.tick_seq IS DISTINCT FROM first.seq OR beyond.yes
        ELSE CASE c.void_reason WHEN 'NO_PRICE' THEN first.seq IS NOT NULL
          WHEN 'PRICE_MOVED' THEN beyond.yes IS NOT TRUE ELSE first.seq IS NULL END END`,
  },
  {
    name: "conversion money",
    claim:
      "each conversion set aside, moved and gave back its USDT, its XAUT and its fee as it says",
    query: Prisma.sql`
      SELECT id, c.direction, c.currency, c.status, moved.usdt, moved.xaut, moved.fee, moved.reserved, moved.released FROM (
        SELECT t.reference_id AS id,
          coalesce(sum(t.amount_micro) FILTER (WHERE j.kind = 'vault_reserve'), 0) AS reserved,
          coalesce(sum(t.amount_micro) FILTER (WHERE j.kind = 'vault_release'), 0) AS released,
          coalesce(sum(t.amount_micro) FILTER (WHERE j.kind IN ('vault_store', 'vault_retrieve')
            AND t.currency = 'USDT' AND credit.kind <> 'fees'), 0) AS usdt,
          coalesce(sum(t.amount_micro) FILTER (WHERE j.kind IN ('vault_store', 'vault_retrieve') AND t.currency = 'XAUT'), 0) AS xaut,
          coalesce(sum(t.amount_micro) FILTER (WHERE credit.kind = 'fees'), 0) AS fee,
          bool_and(j.kind IN ('vault_reserve', 'vault_release', 'vault_' || v.direction)) AS is_own
        FROM ledger_transfer t LEFT JOIN ledger_journal j ON j.id = t.journal_id
        LEFT JOIN ledger_account credit ON credit.id = t.credit_account_id
        LEFT JOIN vault_conversion v ON v.id = t.reference_id
        WHERE t.reference_type = 'vault_conversion' GROUP BY t.reference_id
      ) AS moved FULL JOIN (
        SELECT *, CASE direction WHEN 'store' THEN usdt_micro ELSE xaut_micro END AS given FROM vault_conversion
      ) AS c USING (id)
      WHERE (moved.is_own, reserved, released, usdt, xaut, fee) IS DISTINCT FROM (true,
        CASE WHEN c.fill_rules = 2 AND c.currency = 'USDT' THEN c.given ELSE 0 END::numeric,
        CASE c.status WHEN 'void' THEN c.given ELSE 0 END::numeric,
        CASE WHEN c.status <> 'filled' OR c.currency = 'XAUT' THEN 0 WHEN c.direction = 'store' THEN c.usdt_micro - c.fee_micro
          ELSE c.usdt_micro + c.fee_micro END::numeric,
        CASE c.status WHEN 'filled' THEN c.xaut_micro ELSE 0 END::numeric, c.fee_micro::numeric)`,
  },
];
