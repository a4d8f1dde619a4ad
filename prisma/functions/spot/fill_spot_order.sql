-- Fills one pending spot trade at a tick, or says why it can't be. Called by fill_due alone, which
-- holds the trade's row and the user's accounts.
-- Arguments: p_trade is the trade, p_tick_seq the tick that market_first_usable gives it.
-- Returns: null for a fill, else why not: PRICE_MOVED, or TRADE_AMOUNT_OUT_OF_RANGE where nothing
--   would come of it.
-- Raises: HOUSE_LIMIT, and the others of ledger_begin and ledger_apply.
-- Locks: those of spot_exchange.
CREATE OR REPLACE FUNCTION fill_spot_order(p_trade uuid, p_tick_seq bigint)
  RETURNS text
  LANGUAGE plpgsql
AS $$
DECLARE
  v_trade trade%ROWTYPE;
  v_tick record;
  v_price bigint;
  v_amounts record;
  v_journal bigint;
  v_moved record;
BEGIN
  SELECT t.* INTO STRICT v_trade FROM trade t WHERE t.id = p_trade AND t.status = 'pending';
  SELECT m.at, m.bid_e8, m.ask_e8, m.simulated INTO STRICT v_tick FROM market_tick m WHERE m.seq = p_tick_seq;
  v_price := spot_price(v_trade.side, v_tick.bid_e8, v_tick.ask_e8, v_trade.spread_ppm);
  IF (v_trade.side = 'buy' AND v_price > v_trade.limit_price_e8) OR (v_trade.side = 'sell' AND v_price < v_trade.limit_price_e8) THEN
    RETURN 'PRICE_MOVED';
  END IF;
  SELECT * INTO v_amounts FROM spot_amounts(v_trade.side, v_trade.amount_micro, v_price, v_trade.fee_rate_ppm);
  IF v_amounts.o_received <= 0 THEN
    RETURN 'TRADE_AMOUNT_OUT_OF_RANGE';
  END IF;
  v_journal := ledger_begin('manual_trade', 'trade-end:' || p_trade, sha256(p_trade::text::bytea), v_trade.user_id);
  PERFORM spot_exchange(v_journal, 'trade', p_trade, v_trade.user_id, v_trade.side, 'held', 'available',
    v_trade.amount_micro, v_amounts.o_gross, v_amounts.o_fee, v_amounts.o_received);
  SELECT * INTO v_moved FROM spot_position_trade(v_trade.user_id, v_trade.side, v_trade.amount_micro, v_amounts.o_received);
  UPDATE trade t SET status = 'filled', entry_tick_seq = p_tick_seq, entry_price_e8 = v_price, entry_at = v_tick.at,
    settled_at = app_now(), fee_micro = v_amounts.o_fee, received_micro = v_amounts.o_received, pnl_micro = v_moved.o_pnl,
    position_micro = v_moved.o_position, position_cost_micro = v_moved.o_position_cost, simulated = v_tick.simulated
  WHERE t.id = p_trade;
  IF v_amounts.o_fee > 0 THEN
    PERFORM referral_note_fee('trade', p_trade, v_trade.user_id, v_amounts.o_fee);
  END IF;
  RETURN NULL;
END
$$;

ALTER FUNCTION fill_spot_order(uuid, bigint) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION fill_spot_order(uuid, bigint) FROM PUBLIC, app_runtime;
