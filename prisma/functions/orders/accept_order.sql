-- Accepts an order of a user that waits for a price, in one round trip: checks all that can be
-- checked, sets the amount aside (available to held) and leaves the order open. match_orders finds
-- the first tick after this moment that meets its price, fill_orders fills it there.
-- Arguments: p_type is 'limit' (the price or a better one) or 'stop' (the price or a worse one);
--   p_amount is micro-units: USDT to spend for a buy, XAUT to give for a sale; p_price_e8 is USDT
--   times 10^8; p_expires_at is the moment from which on it is not filled any more, or null;
--   p_fee_ppm the fee's rate that was reviewed, or null. Rates and limits are those of the settings
--   (site_rule), narrowed by the user's own; a sale counts with its value at its own price. p_key
--   (1 to 200 bytes) names the event, p_input_hash (32 bytes, SHA-256) its input.
-- Returns: the order's id, and whether this was a repeat.
-- Raises: PRODUCT_DISABLED, TRADE_TERMS_CHANGED, IDEMPOTENCY_KEY_INVALID, IDEMPOTENCY_CONFLICT
--   (the key was used with other input), TRADE_AMOUNT_OUT_OF_RANGE, ORDER_PRICE_OUT_OF_RANGE,
--   ORDER_EXPIRY_PASSED, TOO_MANY_ORDERS, MARKET_STALE, MARKET_THIN, INSUFFICIENT_BALANCE,
--   for a buy those of own_limits_allow, DAILY_TRADE_LIMIT, and the others of ledger_account_id and
--   ledger_apply;
--   invalid_parameter_value for what is no order.
-- Locks: the journal's key, advisory lock 72004 shared (see match_orders), then the user's accounts
--   available and held, ids descending.
CREATE OR REPLACE FUNCTION accept_order(
  p_key text,
  p_input_hash bytea,
  p_user uuid,
  p_side text,
  p_type text,
  p_amount bigint,
  p_price_e8 bigint,
  p_expires_at timestamptz,
  p_fee_ppm integer
)
  RETURNS TABLE (o_order_id uuid, o_replayed boolean)
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
DECLARE
  c_most_open CONSTANT integer := 50;
  v_rule record;
  v_journal bigint;
  v_currency text := CASE p_side WHEN 'buy' THEN 'USDT' ELSE 'XAUT' END;
  v_balance bigint;
  v_amounts record;
  v_at timestamptz;
BEGIN
  SELECT b.o_journal, b.o_result INTO v_journal, o_order_id
  FROM ledger_begin_result('order_reserve', p_key, p_input_hash, p_user, uuid_v7()) b;
  IF v_journal IS NULL THEN
    o_replayed := true;
    RETURN NEXT;
    RETURN;
  END IF;

  IF p_side NOT IN ('buy', 'sell') OR p_type NOT IN ('limit', 'stop') OR num_nulls(p_user, p_side, p_type) > 0 THEN
    RAISE EXCEPTION 'not an order' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  SELECT s.manual_enabled AND c.manual_enabled IS DISTINCT FROM false AS enabled, least(s.manual_fee_ppm, 999999) AS fee_ppm,
    least(s.manual_spread_ppm, 1999999) AS spread_ppm, greatest(s.manual_min_micro, c.min_amount_micro) AS min,
    least(s.manual_max_micro, c.max_amount_micro) AS max, least(s.daily_trade_limit, c.daily_trade_limit) AS daily
  INTO STRICT v_rule FROM site_rule s LEFT JOIN trade_config c ON c.user_id = p_user;
  IF NOT v_rule.enabled THEN
    PERFORM ledger_raise('PRODUCT_DISABLED');
  END IF;
  IF p_fee_ppm <> v_rule.fee_ppm THEN
    PERFORM ledger_raise('TRADE_TERMS_CHANGED');
  END IF;
  IF p_amount IS NULL OR p_amount <= 0 OR p_amount > 1000000000000000 THEN
    PERFORM ledger_raise('TRADE_AMOUNT_OUT_OF_RANGE');
  END IF;
  -- From 0.01 to 1,000,000 USDT: with them every amount that somebody has can be converted.
  IF p_price_e8 IS NULL OR p_price_e8 NOT BETWEEN 1000000 AND 100000000000000 THEN
    PERFORM ledger_raise('ORDER_PRICE_OUT_OF_RANGE');
  END IF;
  IF NOT EXISTS (SELECT FROM ledger_account a WHERE a.owner_id = p_user AND a.kind = 'held' AND a.currency = v_currency) THEN
    -- Of a user from before XAUT could be held.
    PERFORM ledger_open_user_accounts(p_user);
  END IF;
  PERFORM pg_advisory_xact_lock_shared(72004);
  PERFORM 1 FROM ledger_account a
  WHERE a.owner_id = p_user AND a.kind IN ('available', 'held') ORDER BY a.id DESC FOR NO KEY UPDATE;
  SELECT a.balance_micro INTO v_balance FROM ledger_account a WHERE a.id = ledger_account_id(p_user, 'available', v_currency);
  -- That there is a quote says that the market is neither stale nor contested: trading has not stopped.
  PERFORM market_quote();
  IF p_side = 'sell' AND p_amount > v_balance THEN
    PERFORM ledger_raise('INSUFFICIENT_BALANCE');
  END IF;
  SELECT * INTO v_amounts FROM spot_amounts(p_side, p_amount, p_price_e8, v_rule.fee_ppm);
  -- The whole rest may be sold however small it is.
  IF v_amounts.o_received <= 0 OR v_amounts.o_gross > v_rule.max
    OR (v_amounts.o_gross < v_rule.min AND NOT (p_side = 'sell' AND p_amount = v_balance)) THEN
    PERFORM ledger_raise('TRADE_AMOUNT_OUT_OF_RANGE');
  END IF;
  IF p_amount > v_balance THEN
    PERFORM ledger_raise('INSUFFICIENT_BALANCE');
  END IF;
  IF (SELECT count(*) FROM resting_order o WHERE o.user_id = p_user AND o.status = 'open') >= c_most_open THEN
    PERFORM ledger_raise('TOO_MANY_ORDERS');
  END IF;
  IF p_side = 'buy' THEN
    PERFORM own_limits_allow(p_user, 'buy', p_amount);
  END IF;
  PERFORM count_daily_trade(p_user, v_rule.daily);
  PERFORM ledger_apply(v_journal, 1, ledger_account_id(p_user, 'available', v_currency),
    ledger_account_id(p_user, 'held', v_currency), p_amount, 'resting_order', o_order_id, true);
  -- The time of acceptance is read last, when no lock is left to wait for; never before a price that was known.
  v_at := greatest(app_now(), (SELECT h.at FROM market_head h WHERE h.id = 1));
  IF p_expires_at <= v_at THEN
    PERFORM ledger_raise('ORDER_EXPIRY_PASSED');
  END IF;
  INSERT INTO resting_order (id, user_id, side, type, amount_micro, currency, price_e8, fee_rate_ppm, spread_ppm, accepted_at, expires_at)
  VALUES (o_order_id, p_user, p_side, p_type, p_amount, v_currency, p_price_e8, v_rule.fee_ppm, v_rule.spread_ppm, v_at, p_expires_at);
  o_replayed := false;
  RETURN NEXT;
END
$$;

ALTER FUNCTION accept_order(text, bytea, uuid, text, text, bigint, bigint, timestamptz, integer) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION accept_order(text, bytea, uuid, text, text, bigint, bigint, timestamptz, integer) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION accept_order(text, bytea, uuid, text, text, bigint, bigint, timestamptz, integer) TO app_runtime;
