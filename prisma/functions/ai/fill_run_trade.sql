-- Fills a trade of a strategy run at a recorded tick: moves user <-> inventory and user -> fees,
-- records the trade, keeps the run's position and leaves a message for the user. May not be called
-- by the application itself: other functions of this role call it, after they have locked the run
-- and checked what it may spend, because one user's runs share the ai accounts.
-- Arguments: p_amount is micro-units: USDT to spend for a buy, XAUT to give for a sale; p_fee_ppm
--   and p_spread_ppm parts per million. p_tick_seq is the first usable tick after the order, and
--   may be 10 s old when the user's rows are locked. p_key names the event: one key, one fill.
-- Returns: the trade's id and what was received, in micro-units.
-- Raises: TRADE_AMOUNT_OUT_OF_RANGE (nothing would come of it), MARKET_STALE,
--   INSUFFICIENT_BALANCE, HOUSE_LIMIT, and the others of ledger_account_id and ledger_apply; an
--   error for a key that was used.
-- Locks: the journal's key, the user's ai accounts, ids descending, then those of spot_exchange.
CREATE OR REPLACE FUNCTION fill_run_trade(
  p_key text,
  p_user uuid,
  p_run uuid,
  p_side text,
  p_amount bigint,
  p_fee_ppm integer,
  p_spread_ppm integer,
  p_tick_seq bigint,
  OUT o_trade_id uuid,
  OUT o_received_micro bigint
)
  LANGUAGE plpgsql
AS $$
DECLARE
  v_journal bigint := ledger_begin('ai_trade', p_key, sha256(p_key::bytea), NULL);
  v_tick record;
  v_at timestamptz;
  v_price bigint;
  v_amounts record;
  v_moved record;
BEGIN
  IF v_journal IS NULL THEN
    RAISE EXCEPTION 'the key % was used', p_key;
  END IF;
  o_trade_id := uuid_v7();
  PERFORM 1 FROM ledger_account a
  WHERE a.owner_id = p_user AND a.kind = 'ai' AND a.shard = 0 ORDER BY a.id DESC FOR NO KEY UPDATE;
  SELECT m.at, m.bid_e8, m.ask_e8, m.simulated INTO STRICT v_tick FROM market_tick m WHERE m.seq = p_tick_seq;
  v_at := app_now();
  -- The caller looked before it waited for the user's rows.
  IF v_tick.at < v_at - interval '10 seconds' THEN
    PERFORM ledger_raise('MARKET_STALE');
  END IF;
  v_price := spot_price(p_side, v_tick.bid_e8, v_tick.ask_e8, p_spread_ppm);
  SELECT * INTO v_amounts FROM spot_amounts(p_side, p_amount, v_price, p_fee_ppm);
  IF p_amount <= 0 OR v_amounts.o_received <= 0 THEN
    PERFORM ledger_raise('TRADE_AMOUNT_OUT_OF_RANGE');
  END IF;
  PERFORM spot_exchange(v_journal, 'trade', o_trade_id, p_user, p_side, 'ai', 'ai',
    p_amount, v_amounts.o_gross, v_amounts.o_fee, v_amounts.o_received);
  SELECT * INTO v_moved FROM spot_position_trade(p_run, p_side, p_amount, v_amounts.o_received);
  o_received_micro := v_amounts.o_received;
  INSERT INTO trade (id, user_id, type, status, side, amount_micro, currency, entry_tick_seq, entry_price_e8, entry_at,
    opened_at, settled_at, fee_micro, fee_rate_ppm, spread_ppm, received_micro, pnl_micro, position_micro,
    position_cost_micro, strategy_run_id, fill_rules, simulated)
  VALUES (o_trade_id, p_user, 'ai', 'filled', p_side, p_amount, CASE p_side WHEN 'buy' THEN 'USDT' ELSE 'XAUT' END,
    p_tick_seq, v_price, v_tick.at, v_at, v_at, v_amounts.o_fee, p_fee_ppm, p_spread_ppm, v_amounts.o_received,
    v_moved.o_pnl, v_moved.o_position, v_moved.o_position_cost, p_run, 2, v_tick.simulated);
  IF v_amounts.o_fee > 0 THEN
    PERFORM referral_note_fee('trade', o_trade_id, p_user, v_amounts.o_fee);
  END IF;
  INSERT INTO outbox (user_id, kind, payload) VALUES (p_user, 'trade_closed', json_build_object('tradeId', o_trade_id));
END
$$;

ALTER FUNCTION fill_run_trade(text, uuid, uuid, text, bigint, integer, integer, bigint) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION fill_run_trade(text, uuid, uuid, text, bigint, integer, integer, bigint) FROM PUBLIC, app_runtime;
