-- What reading a million users' rows showed to be slow. docs/decisions/large-lists.md

-- Conversations with unread messages, and all others, the newest message first.
CREATE INDEX chat_waiting ON chat (last_message_at DESC, id DESC) WHERE support_unread > 0;
CREATE INDEX chat_answered ON chat (last_message_at DESC, id DESC) WHERE support_unread = 0;
-- Newest savings are seldom of a fixed term that is over.
CREATE INDEX saving_record_status_type_id_idx ON saving_record (status, type, id DESC);

-- No trade of a day that is not summed yet has a smaller id: where adding up the others begins.
ALTER TABLE trade_day_head ADD COLUMN since_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000';

-- Sums of trades opened in a period, in the order of trade_day's columns. Planned for the period at hand.
CREATE OR REPLACE FUNCTION trade_sums(p_from timestamptz, p_to timestamptz)
  RETURNS TABLE (o_day date, o_type text, o_status text, o_trades bigint, o_stake_micro bigint, o_payout_micro bigint, o_pnl_micro bigint, o_way text)
  LANGUAGE plpgsql STABLE SET plan_cache_mode = force_custom_plan
  AS $$
DECLARE
  v_since uuid;
BEGIN
  SELECT since_id INTO v_since FROM trade_day_head WHERE p_from >= before_day::timestamp AT TIME ZONE 'UTC';
  v_since := coalesce(v_since, '00000000-0000-0000-0000-000000000000');
  RETURN QUERY SELECT (t.opened_at AT TIME ZONE 'UTC')::date, t.type, t.status, count(*),
    coalesce(sum(t.amount_micro) FILTER (WHERE t.currency = 'USDT'), 0)::bigint,
    (coalesce(sum(t.payout_micro), 0) + coalesce(sum(t.received_micro) FILTER (WHERE t.side = 'sell'), 0))::bigint,
    coalesce(sum(t.pnl_micro), 0)::bigint, coalesce(t.direction, t.side, '')
  FROM trade t WHERE t.opened_at >= p_from AND t.opened_at < p_to AND t.id >= v_since
  GROUP BY 1, t.type, t.status, coalesce(t.direction, t.side, '');
END
$$;

-- Adds the days that are over, at most p_days of them. A day is over ten minutes after its end, when no
-- transaction of it can still be under way (statements end after 30 s), and once none of its options is open.
CREATE OR REPLACE FUNCTION sum_trade_days(p_days integer DEFAULT 31) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
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
    (SELECT (min(opened_at) AT TIME ZONE 'UTC')::date FROM trade WHERE status = 'open'), v_from + p_days);
  IF v_until <= v_from THEN
    RETURN 0;
  END IF;
  INSERT INTO trade_day SELECT * FROM trade_sums(v_from::timestamp AT TIME ZONE 'UTC', v_until::timestamp AT TIME ZONE 'UTC');
  -- Ids hold the server's own time. What comes later has a later one, or was made an hour ago at most and waited for locks.
  SELECT least((SELECT t.id FROM trade t WHERE t.id >= v_since AND t.opened_at >= v_until::timestamp AT TIME ZONE 'UTC' ORDER BY t.id LIMIT 1),
    rpad(lpad(to_hex(floor(extract(epoch FROM clock_timestamp() - interval '1 hour') * 1000)::bigint), 12, '0'), 32, '0')::uuid)
  INTO v_since;
  UPDATE trade_day_head SET before_day = v_until, since_id = v_since;
  RETURN v_until - v_from;
END
$$;
