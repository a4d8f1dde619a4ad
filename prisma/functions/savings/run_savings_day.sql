-- Does the daily work of savings: starts, counts, pays out and renews what is due, then gives
-- savings that wait for interest what there is of it. Any number of workers at once, each skips
-- what others hold. However many days were missed, one pass makes them up.
-- Arguments: p_limit is the most records.
-- Returns: how many it was.
-- Raises: those of saving_advance, saving_close and saving_renew.
-- Locks: records (SKIP LOCKED), then what saving_lock takes.
CREATE OR REPLACE FUNCTION run_savings_day(p_limit integer DEFAULT 1000)
  RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
DECLARE
  v_now timestamptz := app_now();
  v_ids uuid[];
  v_currency text;
  v_matured uuid[];
  v_run uuid := uuid_v7();
BEGIN
  SELECT coalesce(array_agg(d.id), '{}'), array_agg(d.id) FILTER (WHERE d.matures_at <= v_now) INTO v_ids, v_matured FROM (
    SELECT r.id, r.matures_at FROM saving_record r WHERE r.next_day_at <= v_now
    ORDER BY r.next_day_at, r.id LIMIT p_limit FOR NO KEY UPDATE SKIP LOCKED
  ) AS d;
  -- The first of them gets some while there is any, so each pass ends a wait or uses the money up; with none they are left
  -- alone. Those of today only: what another worker has already taken into the next day must not be counted back.
  FOR v_currency IN SELECT a.currency FROM ledger_account a WHERE a.id IN (-5, -6) AND a.balance_micro > 0 LOOP
    v_ids := v_ids || ARRAY(
      SELECT r.id FROM saving_record r
      WHERE r.funding_short_at IS NOT NULL AND r.currency = v_currency
        AND r.next_day_at = date_trunc('day', v_now, 'UTC') + interval '24 hours'
      ORDER BY r.id LIMIT p_limit - cardinality(v_ids) FOR NO KEY UPDATE SKIP LOCKED);
  END LOOP;
  IF cardinality(v_ids) = 0 THEN
    RETURN 0;
  END IF;
  PERFORM saving_lock(v_ids, v_matured);
  PERFORM saving_advance(v_ids, v_now);
  IF v_matured IS NOT NULL THEN
    PERFORM saving_close(v_matured, v_now, ledger_begin('saving_mature', 'saving-mature:' || v_run, sha256('saving-mature'), NULL),
      'saving-mature:' || v_run || ':interest', NULL);
    INSERT INTO outbox (bulk, user_id, kind, payload)
    SELECT true, r.user_id, 'saving_changed', json_build_object('recordId', r.id, 'userId', r.user_id, 'kind', 'matured')
    FROM saving_record r WHERE r.id = ANY (v_matured);
    PERFORM saving_renew(v_matured);
  END IF;
  RETURN cardinality(v_ids);
END
$$;

ALTER FUNCTION run_savings_day(integer) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION run_savings_day(integer) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION run_savings_day(integer) TO app_runtime;
