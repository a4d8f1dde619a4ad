-- Fills one order at its tick, as a spot trade with a receipt of its own, or says why it can't be.
-- Called by fill_orders alone, which holds the order's row and the user's accounts.
-- Arguments: p_order is the order.
-- Returns: null for a fill, else why not: PRODUCT_DISABLED or ACCOUNT_INACTIVE where its user may
--   not trade now, TRADE_AMOUNT_OUT_OF_RANGE where nothing would come of it.
-- Raises: HOUSE_LIMIT, and the others of ledger_begin and ledger_apply.
-- Locks: those of spot_exchange.
CREATE OR REPLACE FUNCTION fill_order(p_order uuid)
  RETURNS text
  LANGUAGE plpgsql
AS $$
DECLARE
  v_order resting_order%ROWTYPE;
  v_tick record;
  v_trade uuid := uuid_v7();
  v_price bigint;
  v_amounts record;
  v_journal bigint;
  v_moved record;
  v_at timestamptz;
BEGIN
  SELECT o.* INTO STRICT v_order FROM resting_order o WHERE o.id = p_order AND o.status = 'open';
  SELECT m.at, m.bid_e8, m.ask_e8, m.simulated INTO STRICT v_tick FROM market_tick m WHERE m.seq = v_order.tick_seq;
  IF NOT (SELECT u.is_active FROM app_user u WHERE u.id = v_order.user_id) THEN
    RETURN 'ACCOUNT_INACTIVE';
  END IF;
  IF NOT (SELECT s.manual_enabled AND c.manual_enabled IS DISTINCT FROM false
    FROM site_rule s LEFT JOIN trade_config c ON c.user_id = v_order.user_id) THEN
    RETURN 'PRODUCT_DISABLED';
  END IF;
  v_price := spot_price(v_order.side, v_tick.bid_e8, v_tick.ask_e8, v_order.spread_ppm);
  SELECT * INTO v_amounts FROM spot_amounts(v_order.side, v_order.amount_micro, v_price, v_order.fee_rate_ppm);
  IF v_amounts.o_received <= 0 THEN
    RETURN 'TRADE_AMOUNT_OUT_OF_RANGE';
  END IF;
  v_journal := ledger_begin('manual_trade', 'order-end:' || p_order, sha256(p_order::text::bytea), v_order.user_id);
  PERFORM spot_exchange(v_journal, 'trade', v_trade, v_order.user_id, v_order.side, 'held', 'available',
    v_order.amount_micro, v_amounts.o_gross, v_amounts.o_fee, v_amounts.o_received);
  SELECT * INTO v_moved FROM spot_position_trade(v_order.user_id, v_order.side, v_order.amount_micro, v_amounts.o_received);
  -- Of now, not of the tick: sums of days that are over are not made again.
  v_at := app_now();
  INSERT INTO trade (id, user_id, type, status, side, amount_micro, currency, entry_tick_seq, entry_price_e8, entry_at,
    opened_at, settled_at, fee_micro, fee_rate_ppm, spread_ppm, received_micro, pnl_micro, position_micro,
    position_cost_micro, fill_rules, order_id, simulated)
  VALUES (v_trade, v_order.user_id, 'manual', 'filled', v_order.side, v_order.amount_micro, v_order.currency,
    v_order.tick_seq, v_price, v_tick.at, v_at, v_at, v_amounts.o_fee, v_order.fee_rate_ppm, v_order.spread_ppm,
    v_amounts.o_received, v_moved.o_pnl, v_moved.o_position, v_moved.o_position_cost, 2, p_order, v_tick.simulated);
  UPDATE resting_order o SET status = 'filled', trade_id = v_trade, closed_at = v_at WHERE o.id = p_order;
  IF v_amounts.o_fee > 0 THEN
    PERFORM referral_note_fee('trade', v_trade, v_order.user_id, v_amounts.o_fee);
  END IF;
  INSERT INTO outbox (user_id, kind, payload) VALUES (v_order.user_id, 'trade_closed', json_build_object('tradeId', v_trade)),
    (v_order.user_id, 'order_closed', json_build_object('orderId', p_order));
  RETURN NULL;
END
$$;

ALTER FUNCTION fill_order(uuid) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION fill_order(uuid) FROM PUBLIC, app_runtime;
