-- Accepts a conversion for storage, in one round trip: 'store' puts USDT or available XAUT into
-- storage, 'retrieve' takes stored XAUT out. Between USDT and XAUT it checks all that can be
-- checked, sets the amount aside and leaves the conversion pending: fill_due fills it at the first
-- usable tick after this moment. XAUT moves at once, without a price or a fee, and its cost with
-- it. A UTC day has a volume of the setting storageDailyLimit at most between the two currencies;
-- taking out all that is stored is always possible.
-- Arguments: p_currency is what it comes from or goes to; p_amount micro-units of what is given;
--   p_limit_e8 the worst price agreed to (USDT times 10^8), or null; p_fee_ppm the fee's rate that
--   was reviewed, or null. p_key (1 to 200 bytes) names the event, p_input_hash (32 bytes,
--   SHA-256) its input.
-- Returns: the conversion's id, and whether this was a repeat.
-- Raises: IDEMPOTENCY_KEY_INVALID, IDEMPOTENCY_CONFLICT (the key was used with other input),
--   LEDGER_ACCOUNT_MISSING, AMOUNT_OUT_OF_RANGE, TRADE_TERMS_CHANGED, BELOW_MINIMUM_STORAGE,
--   INSUFFICIENT_USDT_BALANCE, INSUFFICIENT_XAUT_BALANCE, MARKET_STALE, DAILY_TRADE_LIMIT, and the
--   others of ledger_apply.
-- Locks: the journal's key, then the user's accounts available, held and stored, ids descending.
CREATE OR REPLACE FUNCTION accept_conversion(
  p_key text,
  p_input_hash bytea,
  p_user uuid,
  p_direction text,
  p_currency text,
  p_amount bigint,
  p_limit_e8 bigint,
  p_fee_ppm integer
)
  RETURNS TABLE (o_id uuid, o_replayed boolean)
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
DECLARE
  c_more_than_micro CONSTANT bigint := 10000000;
  v_storing boolean := p_direction = 'store';
  v_moving boolean := p_currency = 'XAUT';
  v_journal bigint;
  v_fee_ppm integer := CASE WHEN p_currency = 'XAUT' THEN 0 ELSE storage_fee_ppm() END;
  v_from bigint;
  v_balance bigint;
  v_quote record;
  v_amounts record;
  v_volume bigint := 0;
  v_now timestamptz;
  v_spot record;
  v_position bigint;
  v_position_cost bigint;
  v_change record;
BEGIN
  SELECT b.o_journal, b.o_result INTO v_journal, o_id
  FROM ledger_begin_result(CASE WHEN v_moving THEN 'vault_' || p_direction ELSE 'vault_reserve' END,
    p_key, p_input_hash, p_user, uuid_v7()) b;
  IF v_journal IS NULL THEN
    o_replayed := true;
    RETURN NEXT;
    RETURN;
  END IF;
  IF p_direction IS NULL OR p_direction NOT IN ('store', 'retrieve') OR p_currency IS NULL OR p_currency NOT IN ('USDT', 'XAUT')
    OR p_amount IS NULL OR p_amount NOT BETWEEN 1 AND 1000000000000000 OR p_limit_e8 <= 0 THEN
    PERFORM ledger_raise('AMOUNT_OUT_OF_RANGE');
  END IF;
  IF p_fee_ppm <> v_fee_ppm THEN
    PERFORM ledger_raise('TRADE_TERMS_CHANGED');
  END IF;
  IF v_storing AND NOT v_moving AND p_amount <= c_more_than_micro THEN
    PERFORM ledger_raise('BELOW_MINIMUM_STORAGE');
  END IF;
  IF NOT EXISTS (SELECT FROM ledger_account a WHERE a.owner_id = p_user AND a.kind = 'held' AND a.currency = 'XAUT') THEN
    -- Of a user from before XAUT could be held.
    PERFORM ledger_open_user_accounts(p_user);
  END IF;

  -- The user's rows: they put this user's conversions in line.
  PERFORM 1 FROM ledger_account a
  WHERE a.owner_id = p_user AND a.kind IN ('available', 'held', 'stored') ORDER BY a.id DESC FOR NO KEY UPDATE;
  v_from := CASE WHEN v_storing THEN ledger_account_id(p_user, 'available', p_currency) ELSE ledger_account_id(p_user, 'stored', 'XAUT') END;
  SELECT a.balance_micro INTO v_balance FROM ledger_account a WHERE a.id = v_from;
  IF v_balance < p_amount THEN
    PERFORM ledger_raise(CASE WHEN v_storing AND NOT v_moving THEN 'INSUFFICIENT_USDT_BALANCE' ELSE 'INSUFFICIENT_XAUT_BALANCE' END);
  END IF;
  IF NOT v_moving THEN
    -- Of now: the price of the fill is still to come. That there is one says that the market is neither stale nor contested.
    SELECT * INTO v_quote FROM market_quote();
    SELECT * INTO v_amounts FROM spot_amounts(CASE WHEN v_storing THEN 'buy' ELSE 'sell' END, p_amount,
      CASE WHEN v_storing THEN v_quote.o_ask_e8 ELSE v_quote.o_bid_e8 END, v_fee_ppm);
    IF v_amounts.o_received <= 0 THEN
      PERFORM ledger_raise('AMOUNT_OUT_OF_RANGE');
    END IF;
    v_volume := v_amounts.o_gross;
    IF (v_storing OR p_amount < v_balance) AND v_volume + (
      SELECT coalesce(sum(v.volume_micro), 0) FROM vault_conversion v
      WHERE v.user_id = p_user AND v.created_at >= date_trunc('day', app_now(), 'UTC') AND v.status <> 'void'
    ) > storage_daily_limit() THEN
      PERFORM ledger_raise('DAILY_TRADE_LIMIT');
    END IF;
  END IF;

  PERFORM ledger_apply(v_journal, 1, v_from, CASE WHEN NOT v_moving THEN ledger_account_id(p_user, 'held', CASE WHEN v_storing THEN 'USDT' ELSE 'XAUT' END)
    WHEN v_storing THEN ledger_account_id(p_user, 'stored', 'XAUT') ELSE ledger_account_id(p_user, 'available', 'XAUT') END,
    p_amount, 'vault_conversion', o_id, true);
  IF v_moving AND v_storing THEN
    SELECT * INTO v_spot FROM spot_position_take(p_user, p_amount, NULL);
    v_position := v_spot.o_position;
    v_position_cost := v_spot.o_position_cost;
    SELECT * INTO v_change FROM vault_position_change(p_user, p_amount, v_spot.o_quantity, v_spot.o_cost, 0);
  ELSIF v_moving THEN
    SELECT * INTO v_change FROM vault_position_change(p_user, 0, 0, 0, p_amount);
    PERFORM spot_position_add(p_user, v_change.o_left, v_change.o_left_cost);
  END IF;
  -- Read last, when no lock is left to wait for; never before a price that was known.
  v_now := greatest(app_now(), (SELECT h.at FROM market_head h WHERE h.id = 1));
  INSERT INTO vault_conversion (id, user_id, seq, direction, currency, status, usdt_micro, xaut_micro, limit_price_e8, fee_rate_ppm,
    volume_micro, accepted_at, created_at, fill_rules)
  VALUES (o_id, p_user, 1 + coalesce((SELECT v.seq FROM vault_conversion v WHERE v.user_id = p_user ORDER BY v.seq DESC LIMIT 1), 0),
    p_direction, p_currency, 'pending', CASE WHEN v_storing AND NOT v_moving THEN p_amount END,
    CASE WHEN v_moving OR NOT v_storing THEN p_amount END, p_limit_e8, v_fee_ppm, v_volume, v_now, v_now, 2);
  IF v_moving THEN
    UPDATE vault_conversion v SET status = 'filled', change_seq = v_change.o_seq, stored_after_micro = v_change.o_stored,
      known_after_micro = v_change.o_known, cost_after_micro = v_change.o_cost,
      position_micro = v_position, position_cost_micro = v_position_cost
    WHERE v.id = o_id;
    INSERT INTO outbox (user_id, kind, payload) VALUES (p_user, 'conversion_closed', json_build_object('conversionId', o_id));
  END IF;
  o_replayed := false;
  RETURN NEXT;
END
$$;

ALTER FUNCTION accept_conversion(text, bytea, uuid, text, text, bigint, bigint, integer) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION accept_conversion(text, bytea, uuid, text, text, bigint, bigint, integer) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION accept_conversion(text, bytea, uuid, text, text, bigint, bigint, integer) TO app_runtime;
