-- Adds the sums of days that are over to trade_day and option_result_day. A day is over ten
-- minutes after its end, when no transaction of it can still be under way (statements end after
-- 30 s), and once none of its trades is open or pending.
-- Arguments: p_days is the most days.
-- Returns: how many days were added.
-- Raises: nothing.
-- Locks: the row of trade_day_head, FOR UPDATE: one worker at a time does it.
CREATE OR REPLACE FUNCTION sum_trade_days(p_days integer DEFAULT 31)
  RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
DECLARE
  v_from date;
  v_until date;
  v_since uuid;
BEGIN
  INSERT INTO trade_day_head (before_day)
  SELECT coalesce((min(opened_at) AT TIME ZONE 'UTC')::date, (app_now() AT TIME ZONE 'UTC')::date) FROM trade
  WHERE NOT EXISTS (SELECT FROM trade_day_head)
  HAVING count(*) > 0 ON CONFLICT DO NOTHING;
  -- The row's lock lets one worker do it.
  SELECT before_day, since_id INTO v_from, v_since FROM trade_day_head FOR UPDATE;
  IF v_from IS NULL THEN
    RETURN 0;
  END IF;
  v_until := least(((app_now() - interval '10 minutes') AT TIME ZONE 'UTC')::date,
    (SELECT (min(opened_at) AT TIME ZONE 'UTC')::date FROM trade WHERE status = 'open'),
    (SELECT (min(opened_at) AT TIME ZONE 'UTC')::date FROM trade WHERE status = 'pending'), v_from + p_days);
  IF v_until <= v_from THEN
    RETURN 0;
  END IF;
  INSERT INTO trade_day SELECT * FROM trade_sums(v_from::timestamp AT TIME ZONE 'UTC', v_until::timestamp AT TIME ZONE 'UTC');
  INSERT INTO option_result_day SELECT * FROM option_results(v_from::timestamp AT TIME ZONE 'UTC', v_until::timestamp AT TIME ZONE 'UTC');
  -- Ids hold the server's own time. What comes later has a later one, or was made an hour ago at most and waited for locks.
  SELECT least((SELECT t.id FROM trade t WHERE t.id >= v_since AND t.opened_at >= v_until::timestamp AT TIME ZONE 'UTC' ORDER BY t.id LIMIT 1),
    rpad(lpad(to_hex(floor(extract(epoch FROM clock_timestamp() - interval '1 hour') * 1000)::bigint), 12, '0'), 32, '0')::uuid)
  INTO v_since;
  UPDATE trade_day_head SET before_day = v_until, since_id = v_since;
  RETURN v_until - v_from;
END
$$;

ALTER FUNCTION sum_trade_days(integer) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION sum_trade_days(integer) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION sum_trade_days(integer) TO app_runtime;
