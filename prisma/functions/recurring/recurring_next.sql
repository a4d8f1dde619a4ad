-- Gives the next time at which a recurring buy is due.
-- Arguments: p_every is 'day', 'week' or 'month'; p_day is its day of the week from Monday (1), or
--   of the month: what a month has not is its last; p_minute is that of the day in UTC.
-- Returns: the first such time after p_after.
-- Raises: nothing.
-- Locks: none.
CREATE OR REPLACE FUNCTION recurring_next(p_every text, p_day integer, p_minute integer, p_after timestamptz)
  RETURNS timestamptz
  LANGUAGE plpgsql IMMUTABLE
AS $$
DECLARE
  v_start timestamp := date_trunc(p_every, p_after AT TIME ZONE 'UTC');
  v_day timestamp;
  v_at timestamptz;
BEGIN
  FOR v_step IN 0..2 LOOP
    v_day := v_start + v_step * ('1 ' || p_every)::interval;
    IF p_every = 'month' THEN
      v_day := v_day + (least(p_day, extract(day FROM v_day + interval '1 month' - interval '1 day')::integer) - 1) * interval '1 day';
    ELSIF p_every = 'week' THEN
      v_day := v_day + (p_day - 1) * interval '1 day';
    END IF;
    v_at := (v_day + p_minute * interval '1 minute') AT TIME ZONE 'UTC';
    EXIT WHEN v_at > p_after;
  END LOOP;
  RETURN v_at;
END
$$;

ALTER FUNCTION recurring_next(text, integer, integer, timestamptz) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION recurring_next(text, integer, integer, timestamptz) FROM PUBLIC, app_runtime;
