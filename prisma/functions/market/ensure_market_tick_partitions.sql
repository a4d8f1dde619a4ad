-- Makes the monthly partitions of market_tick.
-- Arguments: p_from is a moment in the first month, p_months (0 to 24) how many more.
-- Returns: how many were new.
-- Raises: an error where p_months is out of range.
-- Locks: advisory lock 72003 for the transaction, then market_tick as CREATE TABLE … PARTITION
--   OF does.
CREATE OR REPLACE FUNCTION ensure_market_tick_partitions(p_from timestamptz, p_months integer)
  RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
DECLARE
  v_month timestamptz;
  v_name text;
  v_created integer := 0;
BEGIN
  IF p_months NOT BETWEEN 0 AND 24 THEN
    RAISE EXCEPTION 'p_months must be between 0 and 24';
  END IF;
  PERFORM pg_advisory_xact_lock(72003);
  FOR v_month IN
    SELECT (date_trunc('month', p_from AT TIME ZONE 'UTC') + make_interval(months => m)) AT TIME ZONE 'UTC'
    FROM generate_series(0, p_months) AS m
  LOOP
    v_name := 'market_tick_' || to_char(v_month AT TIME ZONE 'UTC', 'YYYY_MM');
    IF to_regclass(v_name) IS NULL THEN
      EXECUTE format(
        'CREATE TABLE %I PARTITION OF market_tick FOR VALUES FROM (%L) TO (%L)',
        v_name, v_month, ((v_month AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC'
      );
      -- A truncate trigger is not inherited, and each partition can be truncated by itself.
      EXECUTE format(
        'CREATE TRIGGER market_tick_no_truncate BEFORE TRUNCATE ON %I
           FOR EACH STATEMENT EXECUTE FUNCTION market_tick_refuse_change()', v_name
      );
      EXECUTE format('GRANT SELECT ON %I TO app_runtime, feed_runtime', v_name);
      v_created := v_created + 1;
    END IF;
  END LOOP;
  RETURN v_created;
END
$$;

ALTER FUNCTION ensure_market_tick_partitions(timestamptz, integer) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION ensure_market_tick_partitions(timestamptz, integer) FROM PUBLIC, app_runtime, feed_runtime;
GRANT EXECUTE ON FUNCTION ensure_market_tick_partitions(timestamptz, integer) TO feed_runtime;

-- A new database gets its first months with the function.
SELECT ensure_market_tick_partitions(app_now(), 2);
