-- Adds up trades opened in a period by UTC day, type, status and way (direction or side), in the
-- order of trade_day's columns.
-- Arguments: p_from is included, p_to is not.
-- Returns: sums in micro-units. A spot trade that was not filled has no stake.
-- Raises: nothing.
-- Locks: none.
-- Planned for the period at hand.
CREATE OR REPLACE FUNCTION trade_sums(p_from timestamptz, p_to timestamptz)
  RETURNS TABLE (
    o_day date,
    o_type text,
    o_status text,
    o_trades bigint,
    o_stake_micro bigint,
    o_payout_micro bigint,
    o_pnl_micro bigint,
    o_way text
  )
  LANGUAGE plpgsql STABLE
  SET plan_cache_mode = force_custom_plan
AS $$
DECLARE
  v_since uuid;
BEGIN
  SELECT since_id INTO v_since FROM trade_day_head WHERE p_from >= before_day::timestamp AT TIME ZONE 'UTC';
  v_since := coalesce(v_since, '00000000-0000-0000-0000-000000000000');
  RETURN QUERY SELECT (t.opened_at AT TIME ZONE 'UTC')::date, t.type, t.status, count(*),
    coalesce(sum(t.amount_micro) FILTER (WHERE t.currency = 'USDT' AND (t.type = 'option' OR t.status = 'filled')), 0)::bigint,
    (coalesce(sum(t.payout_micro), 0) + coalesce(sum(t.received_micro) FILTER (WHERE t.side = 'sell'), 0))::bigint,
    coalesce(sum(t.pnl_micro), 0)::bigint, coalesce(t.direction, t.side, '')
  FROM trade t WHERE t.opened_at >= p_from AND t.opened_at < p_to AND t.id >= v_since
  GROUP BY 1, t.type, t.status, coalesce(t.direction, t.side, '');
END
$$;

ALTER FUNCTION trade_sums(timestamptz, timestamptz) OWNER TO ledger_owner;
