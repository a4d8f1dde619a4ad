-- Sums what changed a user's wealth by UTC day: the same events as in ledger_wealth_lines, each on
-- the day of its first line.
-- Arguments: a null filter lets everything through; p_to is not included.
-- Returns: a row for each day with an event, in no order; micro-units, what left is negative; fees
--   are what was paid, inside the changes.
-- Raises: an error where a sum does not fit.
-- Locks: none.
CREATE OR REPLACE FUNCTION ledger_wealth_days(
  p_user uuid,
  p_types text[],
  p_from timestamptz,
  p_to timestamptz
)
  RETURNS TABLE (
    o_day date,
    o_events integer,
    o_usdt_micro bigint,
    o_xaut_micro bigint,
    o_usdt_fee_micro bigint,
    o_xaut_fee_micro bigint
  )
  LANGUAGE plpgsql STABLE
  SET plan_cache_mode = force_generic_plan
  SET enable_seqscan = off
  SET enable_sort = off
  SET TimeZone = 'UTC'
AS $$
DECLARE
  v_own bigint[];
BEGIN
  -- As values: a plan that joins may look for them among everybody's entries.
  SELECT array_agg(a.id) INTO v_own FROM ledger_account a WHERE a.owner_id = p_user AND a.seq > 0;
  p_from := coalesce(p_from, '-infinity');
  p_to := coalesce(p_to, 'infinity');
  RETURN QUERY WITH line AS (
    SELECT t.at, t.journal_id, t.reference_id, t.currency = 'XAUT' AS is_gold, -t.amount_micro AS micro,
      -- The shards of the house's fees.
      t.credit_account_id BETWEEN -515 AND -400 AS is_fee
    FROM ledger_transfer t
    WHERE t.debit_account_id = ANY (v_own) AND t.debit_account_id > 0 AND t.credit_account_id < 0 AND t.credit_account_id <> -8
      AND t.at >= p_from - interval '1 hour' AND t.at < p_to + interval '1 hour'
    UNION ALL
    SELECT t.at, t.journal_id, t.reference_id, t.currency = 'XAUT', t.amount_micro, false
    FROM ledger_transfer t
    WHERE t.credit_account_id = ANY (v_own) AND t.credit_account_id > 0 AND t.debit_account_id < 0 AND t.debit_account_id <> -8
      AND t.at >= p_from - interval '1 hour' AND t.at < p_to + interval '1 hour'
  ), event AS (
    SELECT min(l.at) AS at, l.journal_id,
      micro_sum(l.micro) FILTER (WHERE NOT l.is_gold) AS usdt,
      micro_sum(l.micro) FILTER (WHERE l.is_gold) AS xaut,
      -micro_sum(l.micro) FILTER (WHERE l.is_fee AND NOT l.is_gold) AS usdt_fee,
      -micro_sum(l.micro) FILTER (WHERE l.is_fee AND l.is_gold) AS xaut_fee
    FROM line l GROUP BY l.journal_id, l.reference_id
  ), shown AS (
    SELECT e.at, e.usdt, e.xaut, e.usdt_fee, e.xaut_fee FROM event e
    WHERE e.at >= p_from AND e.at < p_to
      AND (p_types IS NULL OR EXISTS (SELECT FROM ledger_journal j WHERE j.id = e.journal_id AND j.kind = ANY (p_types)))
    UNION ALL
    SELECT d.settled_at, d.pnl_micro, 0, 0, 0 FROM trade d
    WHERE d.user_id = p_user AND d.type = 'option' AND d.settled_at IS NOT NULL AND d.pnl_micro <> 0
      AND d.settled_at >= p_from AND d.settled_at < p_to
      AND (p_types IS NULL OR 'option_settle' = ANY (p_types))
  )
  SELECT s.at::date, count(*)::integer, micro_sum(s.usdt), micro_sum(s.xaut), micro_sum(s.usdt_fee), micro_sum(s.xaut_fee)
  FROM shown s GROUP BY 1;
END
$$;
