-- Counts won and lost options opened in a period by UTC day, duration and payout rate, in the order
-- of option_result_day's columns.
-- Arguments: p_from is included, p_to is not.
-- Returns: a row a day, duration and rate.
-- Raises: nothing.
-- Locks: none.
-- Planned for the period at hand.
CREATE OR REPLACE FUNCTION option_results(p_from timestamptz, p_to timestamptz)
  RETURNS TABLE (o_day date, o_duration_seconds integer, o_payout_rate_ppm integer, o_won bigint, o_lost bigint)
  LANGUAGE plpgsql STABLE
  SET plan_cache_mode = force_custom_plan
AS $$
DECLARE
  v_since uuid;
BEGIN
  SELECT since_id INTO v_since FROM trade_day_head WHERE p_from >= before_day::timestamp AT TIME ZONE 'UTC';
  v_since := coalesce(v_since, '00000000-0000-0000-0000-000000000000');
  RETURN QUERY SELECT (t.opened_at AT TIME ZONE 'UTC')::date, t.duration_seconds, t.payout_rate_ppm,
    count(*) FILTER (WHERE t.status = 'won'), count(*) FILTER (WHERE t.status = 'lost')
  FROM trade t
  WHERE t.opened_at >= p_from AND t.opened_at < p_to AND t.id >= v_since
    AND t.type = 'option' AND t.status IN ('won', 'lost')
  GROUP BY 1, 2, 3;
END
$$;

ALTER FUNCTION option_results(timestamptz, timestamptz) OWNER TO ledger_owner;
