-- Fills one pending conversion at a tick, at its ask or bid, or says why it can't be. Called by
-- fill_due alone, which holds the conversion's row and the user's accounts.
-- Arguments: p_id is the conversion, p_tick_seq the tick that market_first_usable gives it.
-- Returns: null for a fill, else why not: PRICE_MOVED, or TRADE_AMOUNT_OUT_OF_RANGE where nothing
--   would come of it.
-- Raises: HOUSE_LIMIT, and the others of ledger_begin and ledger_apply.
-- Locks: those of spot_exchange.
CREATE OR REPLACE FUNCTION fill_conversion(p_id uuid, p_tick_seq bigint)
  RETURNS text
  LANGUAGE plpgsql
AS $$
DECLARE
  v_order vault_conversion%ROWTYPE;
  v_tick record;
  v_storing boolean;
  v_side text;
  v_amount bigint;
  v_price bigint;
  v_amounts record;
  v_journal bigint;
  v_change record;
BEGIN
  SELECT v.* INTO STRICT v_order FROM vault_conversion v WHERE v.id = p_id AND v.status = 'pending';
  SELECT m.bid_e8, m.ask_e8, m.simulated INTO STRICT v_tick FROM market_tick m WHERE m.seq = p_tick_seq;
  v_storing := v_order.direction = 'store';
  v_side := CASE WHEN v_storing THEN 'buy' ELSE 'sell' END;
  v_amount := CASE WHEN v_storing THEN v_order.usdt_micro ELSE v_order.xaut_micro END;
  v_price := CASE WHEN v_storing THEN v_tick.ask_e8 ELSE v_tick.bid_e8 END;
  IF (v_storing AND v_price > v_order.limit_price_e8) OR (NOT v_storing AND v_price < v_order.limit_price_e8) THEN
    RETURN 'PRICE_MOVED';
  END IF;
  SELECT * INTO v_amounts FROM spot_amounts(v_side, v_amount, v_price, v_order.fee_rate_ppm);
  IF v_amounts.o_received <= 0 THEN
    RETURN 'TRADE_AMOUNT_OUT_OF_RANGE';
  END IF;
  v_journal := ledger_begin('vault_' || v_order.direction, 'vault-end:' || p_id, sha256(p_id::text::bytea), v_order.user_id);
  PERFORM spot_exchange(v_journal, 'vault_conversion', p_id, v_order.user_id, v_side, 'held',
    CASE WHEN v_storing THEN 'stored' ELSE 'available' END, v_amount, v_amounts.o_gross, v_amounts.o_fee, v_amounts.o_received);
  IF v_storing THEN
    SELECT * INTO v_change FROM vault_position_change(v_order.user_id, v_amounts.o_received, v_amounts.o_received, v_amount, 0);
  ELSE
    SELECT * INTO v_change FROM vault_position_change(v_order.user_id, 0, 0, 0, v_amount);
  END IF;
  UPDATE vault_conversion v SET status = 'filled', price_e8 = v_price, tick_seq = p_tick_seq, simulated = v_tick.simulated,
    usdt_micro = CASE WHEN v_storing THEN v_amount ELSE v_amounts.o_received END,
    xaut_micro = CASE WHEN v_storing THEN v_amounts.o_received ELSE v_amount END,
    fee_micro = v_amounts.o_fee, change_seq = v_change.o_seq, stored_after_micro = v_change.o_stored,
    known_after_micro = v_change.o_known, cost_after_micro = v_change.o_cost,
    realised_micro = CASE WHEN NOT v_storing AND v_change.o_left > 0
      THEN mul_div_half_even(v_amounts.o_received, v_change.o_left, v_amount) - v_change.o_left_cost END
  WHERE v.id = p_id;
  IF v_amounts.o_fee > 0 THEN
    PERFORM referral_note_fee('vault_conversion', p_id, v_order.user_id, v_amounts.o_fee);
  END IF;
  INSERT INTO outbox (user_id, kind, payload) VALUES (v_order.user_id, 'conversion_closed', json_build_object('conversionId', p_id));
  RETURN NULL;
END
$$;

ALTER FUNCTION fill_conversion(uuid, bigint) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION fill_conversion(uuid, bigint) FROM PUBLIC, app_runtime;
