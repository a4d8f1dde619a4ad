-- Removes from one day's ticks what nothing needs: the next day that was not thinned and ended 90
-- days ago. Kept are, of each minute, the first, the last and the extremes of price, bid and ask
-- (contested ones apart), and every tick within a minute of anything that an order, a trade, a run,
-- a conversion, a withdrawal or an alert did. What goes away stands whole in the public log; what
-- does not stand there stays, and what its first entry has the sum of. With the last day of a month
-- its partition is written anew, so that the space is free again.
-- Returns: how many were removed; null where no day is due, or another call is at it.
-- Raises: lock_not_available (55P03) where the ticks can't be had for half a second: ask later.
-- Locks: advisory lock 72007 for the transaction, if nobody has it; at the end of a month
--   market_tick, as DETACH PARTITION does, once all is written.
CREATE OR REPLACE FUNCTION thin_ticks()
  RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET lock_timeout = '500ms'
  SET TimeZone = 'UTC'
AS $$
DECLARE
  v_from timestamptz;
  v_until timestamptz;
  v_month timestamptz;
  v_used tstzmultirange;
  v_first bigint;
  v_last bigint;
  v_gone bigint[];
  v_summed bigint;
  v_removed integer;
  v_part text;
  v_bound text;
BEGIN
  IF NOT pg_try_advisory_xact_lock(72007) THEN
    RETURN NULL;
  END IF;
  SELECT date_trunc('day', m.at) INTO v_from FROM market_tick m
  WHERE m.at >= coalesce((SELECT max(d.day) + 1 FROM market_tick_thinned d)::timestamptz, '-infinity') ORDER BY m.at LIMIT 1;
  v_until := v_from + interval '1 day';
  IF (v_until <= app_now() - interval '90 days') IS NOT TRUE THEN
    RETURN NULL;
  END IF;

  -- No option lasts longer than a day.
  SELECT coalesce(range_agg(tstzrange(u.at - interval '1 minute', u.at + interval '1 minute', '[]')), '{}') INTO v_used
  FROM (
    SELECT unnest(ARRAY[t.opened_at, t.entry_at, t.expires_at, t.settled_at]) AS at FROM trade t
    WHERE t.opened_at > v_from - interval '2 days' AND t.opened_at < v_until + interval '1 minute'
    UNION ALL
    SELECT unnest(ARRAY[t.opened_at, t.entry_at, t.expires_at, t.settled_at]) FROM practice.trade t
    WHERE t.opened_at > v_from - interval '2 days' AND t.opened_at < v_until + interval '1 minute'
    UNION ALL SELECT unnest(ARRAY[o.accepted_at, o.due_at, o.expires_at, o.closed_at]) FROM resting_order o
    UNION ALL SELECT unnest(ARRAY[o.accepted_at, o.due_at, o.expires_at, o.closed_at]) FROM practice.resting_order o
    UNION ALL SELECT coalesce(v.accepted_at, v.created_at) FROM vault_conversion v
    UNION ALL SELECT w.created_at FROM withdrawal w
    UNION ALL SELECT unnest(ARRAY[s.created_at, s.settled_at]) FROM strategy_signal s
    UNION ALL SELECT unnest(ARRAY[r.started_at, r.stop_at, r.stopped_at]) FROM strategy_run r
    UNION ALL SELECT unnest(ARRAY[a.created_at, a.fired_at]) FROM price_alert a
  ) u
  WHERE u.at > v_from - interval '1 minute' AND u.at < v_until + interval '1 minute';

  SELECT (e.entry::jsonb #>> '{ticks,last}')::bigint INTO v_summed FROM log_entry e WHERE e.index = 0;
  SELECT min(m.seq), max(m.seq), array_agg(m.seq) FILTER (WHERE NOT m.marks AND NOT v_used @> m.at
    AND m.seq > v_summed AND EXISTS (SELECT FROM log_entry e WHERE e.kind = 'tick' AND e.ref = m.seq::text))
  INTO v_first, v_last, v_gone
  FROM (
    SELECT k.seq, k.at, 1 IN (
      row_number() OVER (PARTITION BY k.minute, k.contested ORDER BY k.seq),
      row_number() OVER (PARTITION BY k.minute, k.contested ORDER BY k.seq DESC),
      row_number() OVER (PARTITION BY k.minute, k.contested ORDER BY k.price_e8, k.seq),
      row_number() OVER (PARTITION BY k.minute, k.contested ORDER BY k.price_e8 DESC, k.seq),
      row_number() OVER (PARTITION BY k.minute, k.contested ORDER BY k.bid_e8, k.seq),
      row_number() OVER (PARTITION BY k.minute, k.contested ORDER BY k.bid_e8 DESC, k.seq),
      row_number() OVER (PARTITION BY k.minute, k.contested ORDER BY k.ask_e8, k.seq),
      row_number() OVER (PARTITION BY k.minute, k.contested ORDER BY k.ask_e8 DESC, k.seq)) AS marks
    FROM (SELECT date_trunc('minute', m.at) AS minute, m.* FROM market_tick m WHERE m.at >= v_from AND m.at < v_until) k
  ) m;
  v_removed := coalesce(cardinality(v_gone), 0);
  INSERT INTO market_tick_thinned (day, first_seq, last_seq, removed) VALUES (v_from::date, v_first, v_last, v_removed);
  DELETE FROM market_tick m USING unnest(v_gone) AS g (seq)
  WHERE m.seq = g.seq AND m.at >= v_from AND m.at < v_until;

  v_month := date_trunc('month', v_from);
  v_part := 'market_tick_' || to_char(v_month, 'YYYY_MM');
  IF to_regclass(v_part) IS NULL
    OR EXISTS (SELECT FROM market_tick m WHERE m.at >= v_until AND m.at < v_month + interval '1 month')
    OR NOT EXISTS (SELECT FROM market_tick_thinned d WHERE d.day >= v_month::date AND d.removed > 0)
  THEN
    RETURN v_removed;
  END IF;
  SELECT pg_get_expr(c.relpartbound, c.oid) INTO STRICT v_bound FROM pg_class c WHERE c.oid = to_regclass(v_part);
  EXECUTE format('CREATE TABLE %I (LIKE market_tick INCLUDING ALL)', v_part || '_thin');
  EXECUTE format('INSERT INTO %I SELECT * FROM %I ORDER BY seq', v_part || '_thin', v_part);
  -- With it nothing is read while the table is locked.
  EXECUTE format('ALTER TABLE %I ADD CONSTRAINT market_tick_month CHECK (at >= %L AND at < %L)',
    v_part || '_thin', v_month, v_month + interval '1 month');
  EXECUTE format('ALTER TABLE market_tick DETACH PARTITION %I', v_part);
  EXECUTE format('DROP TABLE %I', v_part);
  EXECUTE format('ALTER TABLE %I RENAME TO %I', v_part || '_thin', v_part);
  EXECUTE format('ALTER TABLE market_tick ATTACH PARTITION %I %s', v_part, v_bound);
  EXECUTE format('ALTER TABLE %I DROP CONSTRAINT market_tick_month', v_part);
  EXECUTE format('CREATE TRIGGER market_tick_no_truncate BEFORE TRUNCATE ON %I
    FOR EACH STATEMENT EXECUTE FUNCTION market_tick_refuse_change()', v_part);
  EXECUTE format('GRANT SELECT ON %I TO app_runtime, feed_runtime', v_part);
  RETURN v_removed;
END
$$;

ALTER FUNCTION thin_ticks() OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION thin_ticks() FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION thin_ticks() TO app_runtime;
