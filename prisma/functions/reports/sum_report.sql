-- Adds what is not summed yet to report_total and report_wait, at most to the end of a UTC day and
-- not the last ten minutes: by then no transaction of that time is under way (statements end after
-- 30 s).
-- Returns: whether there is more to add.
-- Raises: nothing.
-- Locks: the row of report_head, FOR UPDATE: one worker at a time does it.
CREATE OR REPLACE FUNCTION sum_report()
  RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
DECLARE
  v_from timestamptz;
  v_to timestamptz;
  v_now timestamptz := app_now() - interval '10 minutes';
  v_day date;
  v_since bigint;
BEGIN
  -- Ids of journals follow their time to within seconds.
  INSERT INTO report_head (summed_to)
  SELECT (least(v_now, min(f.at) - interval '1 day') AT TIME ZONE 'UTC')::date::timestamp AT TIME ZONE 'UTC'
  FROM (
    (SELECT j.at FROM ledger_journal j ORDER BY j.id LIMIT 1)
    UNION ALL (SELECT d.created_at FROM deposit d ORDER BY d.created_at LIMIT 1)
  ) f
  WHERE NOT EXISTS (SELECT FROM report_head) HAVING count(*) > 0 ON CONFLICT DO NOTHING;
  SELECT h.summed_to, h.since_journal INTO v_from, v_since FROM report_head h FOR UPDATE;
  v_day := (v_from AT TIME ZONE 'UTC')::date;
  v_to := least(v_now, (v_day + 1)::timestamp AT TIME ZONE 'UTC');
  IF v_from IS NULL OR v_to <= v_from THEN
    RETURN false;
  END IF;
  INSERT INTO report_total AS t (item, currency, day, total_micro, total_count)
  SELECT i.o_item, i.o_currency, v_day, coalesce(b.total_micro, 0) + i.o_micro, coalesce(b.total_count, 0) + i.o_count
  FROM report_items(v_from, v_to) i
  LEFT JOIN LATERAL (
    SELECT r.total_micro, r.total_count FROM report_total r
    WHERE r.item = i.o_item AND r.currency = i.o_currency AND r.day <= v_day ORDER BY r.day DESC LIMIT 1
  ) b ON true
  ON CONFLICT (item, currency, day) DO UPDATE SET total_micro = EXCLUDED.total_micro, total_count = EXCLUDED.total_count;
  INSERT INTO report_wait AS w (day, kind, bucket, decisions) SELECT r.o_day, r.o_kind, r.o_bucket, r.o_decisions FROM report_waits(v_from, v_to) r
  ON CONFLICT (kind, day, bucket) DO UPDATE SET decisions = w.decisions + EXCLUDED.decisions;
  -- A transfer is written within its transaction's time, so an hour after its journal at the latest.
  SELECT j.id - 1 INTO v_since FROM ledger_journal j
  WHERE j.id > v_since AND j.at >= v_to - interval '1 hour' ORDER BY j.id LIMIT 1;
  UPDATE report_head SET summed_to = v_to, since_journal = coalesce(v_since, since_journal);
  RETURN v_to < v_now;
END
$$;

ALTER FUNCTION sum_report() OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION sum_report() FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION sum_report() TO app_runtime;
