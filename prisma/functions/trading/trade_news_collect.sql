-- Leaves a message for the users of trades that ended, for the relay that tells them. Options end
-- in masses; whoever waits for a spot trade shall not wait behind them.
-- Returns: null, as an AFTER trigger does.
-- Raises: nothing.
-- Locks: none.
-- Trigger: after each UPDATE statement on trade.
CREATE OR REPLACE FUNCTION trade_news_collect()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO outbox (bulk, user_id, kind, payload)
  SELECT type = 'option', user_id, 'trade_closed', json_build_object('tradeId', id) FROM after_row WHERE status <> 'open';
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER trade_news_collect
  AFTER UPDATE ON trade REFERENCING NEW TABLE AS after_row
  FOR EACH STATEMENT EXECUTE FUNCTION trade_news_collect();
