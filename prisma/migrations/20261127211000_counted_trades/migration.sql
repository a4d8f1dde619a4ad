-- The day's trades of a user, counted on the row that each of them locks and changes anyway: the account of available USDT.
-- Null where none was ever counted. Functions that open, start or void keep it (see daily_trades_used).
ALTER TABLE ledger_account ADD COLUMN counted_day date;
ALTER TABLE ledger_account ADD COLUMN counted_trades integer;

UPDATE ledger_account a SET counted_day = d.today, counted_trades = d.trades
FROM (
  SELECT c.user_id, (app_now() AT TIME ZONE 'UTC')::date AS today, count(*)::integer AS trades FROM (
    SELECT t.user_id, t.opened_at AS at FROM trade t
    WHERE t.opened_at >= date_trunc('day', app_now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' AND t.type <> 'ai'
      AND NOT (t.type = 'manual' AND t.status = 'void')
    UNION ALL
    SELECT r.user_id, r.started_at FROM strategy_run r
    WHERE r.started_at >= date_trunc('day', app_now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'
  ) c JOIN app_user u ON u.id = c.user_id
  WHERE u.trade_count_reset_at IS NULL OR c.at >= u.trade_count_reset_at
  GROUP BY 1
) d
WHERE a.owner_id = d.user_id AND a.kind = 'available' AND a.currency = 'USDT' AND a.shard = 0;
