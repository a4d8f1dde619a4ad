-- Sums of a day's trades by direction too: the totals follow every filter of the list. What was summed up
-- without it is summed up again by the job.
DELETE FROM trade_day;
DELETE FROM trade_day_head;
ALTER TABLE trade_day
  DROP CONSTRAINT trade_day_pkey,
  -- Which way an option went, or the side of a spot trade.
  ADD COLUMN way text NOT NULL,
  ADD CONSTRAINT trade_day_pkey PRIMARY KEY (day, type, status, way);

DROP FUNCTION trade_sums(timestamptz, timestamptz);
-- Sums of trades opened in a period, in the order of trade_day's columns.
CREATE FUNCTION trade_sums(p_from timestamptz, p_to timestamptz)
  RETURNS TABLE (o_day date, o_type text, o_status text, o_trades bigint, o_stake_micro bigint, o_payout_micro bigint, o_pnl_micro bigint, o_way text)
  LANGUAGE sql STABLE
  AS $$
  SELECT (t.opened_at AT TIME ZONE 'UTC')::date, t.type, t.status, count(*),
    coalesce(sum(t.amount_micro) FILTER (WHERE t.currency = 'USDT'), 0)::bigint,
    (coalesce(sum(t.payout_micro), 0) + coalesce(sum(t.received_micro) FILTER (WHERE t.side = 'sell'), 0))::bigint,
    coalesce(sum(t.pnl_micro), 0)::bigint, coalesce(t.direction, t.side, '')
  FROM trade t WHERE t.opened_at >= p_from AND t.opened_at < p_to
  GROUP BY 1, t.type, t.status, coalesce(t.direction, t.side, '')
$$;
ALTER FUNCTION trade_sums(timestamptz, timestamptz) OWNER TO ledger_owner;
