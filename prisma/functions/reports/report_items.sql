-- Adds up what the ledger moved in a period, by UTC day, item and currency. Between the users and
-- everybody else: owed.available + owed.held + … = in - out - fees - exchanged - option
-- + interest + commission + adjusted + other, for each currency.
-- Items: in, out (users and the outside), funded (house and outside), fee.* (spot, ai, storage,
--   withdrawal), spread.* (what fills were better for the house than the middle of their tick),
--   exchanged (users' payments into the inventory less what it gave them), option (stakes of
--   options that ended less what they paid), interest, commission and adjusted (paid to users),
--   owed.* (what users' accounts of a kind grew by; owed.option: stakes of open options).
-- Arguments: p_from is included, p_to is not.
-- Returns: sums in micro-units, and how many transfers.
-- Raises: nothing.
-- Locks: none.
-- Planned for the period at hand.
CREATE OR REPLACE FUNCTION report_items(p_from timestamptz, p_to timestamptz)
  RETURNS TABLE (o_day date, o_item text, o_currency text, o_micro bigint, o_count bigint)
  LANGUAGE plpgsql STABLE
  SET plan_cache_mode = force_custom_plan
AS $$
DECLARE
  v_since bigint;
BEGIN
  SELECT h.since_journal INTO v_since FROM report_head h WHERE p_from >= h.summed_to;
  v_since := coalesce(v_since, 0);
  RETURN QUERY WITH moved AS MATERIALIZED (
    SELECT (t.at AT TIME ZONE 'UTC')::date AS day, j.kind AS journal, t.currency, t.amount_micro AS micro, t.reference_id,
      d.id > 0 AS from_user, d.kind AS from_kind, c.id > 0 AS to_user, c.kind AS to_kind,
      CASE WHEN j.kind LIKE 'ai%' THEN 'ai' WHEN j.kind LIKE 'vault%' THEN 'storage'
        WHEN j.kind LIKE 'withdrawal%' THEN 'withdrawal' ELSE 'spot' END AS product
    FROM ledger_transfer t
    JOIN ledger_journal j ON j.id = t.journal_id
    JOIN ledger_account d ON d.id = t.debit_account_id
    JOIN ledger_account c ON c.id = t.credit_account_id
    WHERE t.journal_id > v_since AND t.at >= p_from AND t.at < p_to
  ), ended AS (
    SELECT m.day, m.currency, m.reference_id, coalesce(sum(m.micro) FILTER (WHERE m.to_user), 0) AS paid
    FROM moved m WHERE m.from_kind = 'escrow' GROUP BY 1, 2, 3
  ), options AS (
    SELECT e.day, e.currency, t.amount_micro AS stake, e.paid FROM ended e JOIN trade t ON t.id = e.reference_id
  ), crossed AS (
    -- Between a user and somebody else: towards the user is positive.
    SELECT m.day, m.journal, m.product, m.currency, CASE WHEN m.to_user THEN m.from_kind ELSE m.to_kind END AS other,
      CASE WHEN m.to_user THEN m.micro ELSE -m.micro END AS micro
    FROM moved m WHERE m.from_user <> m.to_user
  ), fills AS (
    SELECT m.day, m.product, m.micro, coalesce(t.entry_price_e8, v.price_e8) AS price_e8,
      coalesce(t.entry_tick_seq, v.tick_seq) AS tick_seq
    FROM moved m
    LEFT JOIN trade t ON t.id = m.reference_id
    LEFT JOIN vault_conversion v ON v.id = m.reference_id
    WHERE m.currency = 'XAUT' AND 'inventory' IN (m.from_kind, m.to_kind) AND m.from_user <> m.to_user
  ), parts (day, item, currency, micro) AS (
    SELECT m.day, 'owed.' || m.from_kind, m.currency, -m.micro FROM moved m WHERE m.from_user
    UNION ALL SELECT m.day, 'owed.' || m.to_kind, m.currency, m.micro FROM moved m WHERE m.to_user
    UNION ALL SELECT m.day, 'owed.option', m.currency, m.micro FROM moved m WHERE m.from_user AND m.to_kind = 'escrow'
    UNION ALL SELECT o.day, 'owed.option', o.currency, -o.stake FROM options o
    UNION ALL SELECT o.day, 'option', o.currency, o.stake - o.paid FROM options o
    UNION ALL SELECT m.day, CASE WHEN m.journal LIKE 'deposit%' THEN 'in' ELSE 'funded' END, m.currency, CASE m.from_kind WHEN 'external' THEN m.micro ELSE -m.micro END
      FROM moved m WHERE NOT m.from_user AND NOT m.to_user AND 'external' IN (m.from_kind, m.to_kind)
    UNION ALL SELECT c.day, CASE
        WHEN c.other = 'external' THEN CASE WHEN c.journal LIKE 'deposit%' THEN 'in' ELSE 'out' END
        WHEN c.other = 'fees' THEN 'fee.' || c.product
        WHEN c.other = 'inventory' THEN 'exchanged'
        WHEN c.other IN ('interest', 'interest_reserve') THEN 'interest'
        WHEN c.other = 'referral' THEN 'commission'
        WHEN c.other = 'treasury' THEN 'adjusted'
        ELSE 'other' END,
      c.currency, CASE WHEN c.other IN ('fees', 'inventory') OR (c.other = 'external' AND c.journal NOT LIKE 'deposit%')
        THEN -c.micro ELSE c.micro END
      FROM crossed c WHERE c.other <> 'escrow'
    UNION ALL SELECT f.day, 'spread.' || f.product, 'USDT',
      round(abs(f.price_e8 * 2 - k.bid_e8 - k.ask_e8)::numeric * f.micro / 200000000)
      FROM fills f JOIN market_tick k ON k.seq = f.tick_seq
  )
  SELECT p.day, p.item, p.currency, sum(p.micro)::bigint, count(*) FROM parts p GROUP BY 1, 2, 3;
END
$$;

ALTER FUNCTION report_items(timestamptz, timestamptz) OWNER TO ledger_owner;
