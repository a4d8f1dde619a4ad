-- Converts for storage in one round trip: 'store' takes USDT and stores XAUT at the ask,
-- 'retrieve' takes stored XAUT and pays USDT at the bid. The result is rounded half to even,
-- once. Average cost: storing adds what was paid, retrieving takes the same share of the cost as
-- of the XAUT (half to even), and the last unit takes all that is left of it. A UTC day has 200
-- conversions at most; taking out all that is stored is always possible.
-- Arguments: p_amount is micro-units of what is given; p_limit_e8 the worst price that the user
--   agreed to (USDT times 10^8), or null. p_key (1 to 200 bytes) names the event, p_input_hash
--   (32 bytes, SHA-256) its input: a repeated key with the same input repeats the first answer.
-- Returns: the conversion's id, available USDT in micro-units, and whether this was a repeat.
-- Raises: IDEMPOTENCY_KEY_INVALID, IDEMPOTENCY_CONFLICT (the key was used with other input),
--   LEDGER_ACCOUNT_MISSING, AMOUNT_OUT_OF_RANGE, BELOW_MINIMUM_STORAGE,
--   INSUFFICIENT_USDT_BALANCE, INSUFFICIENT_XAUT_BALANCE, DAILY_TRADE_LIMIT, MARKET_STALE,
--   PRICE_MOVED, HOUSE_LIMIT, and the others of ledger_apply.
-- Locks: the journal's key, the user's two accounts, ids descending, then the house's inventory
--   in USDT and in XAUT.
CREATE OR REPLACE FUNCTION vault_convert(
  p_key text,
  p_input_hash bytea,
  p_user uuid,
  p_direction text,
  p_amount bigint,
  p_limit_e8 bigint
)
  RETURNS TABLE (o_id uuid, o_available_micro bigint, o_replayed boolean)
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
DECLARE
  c_more_than_micro CONSTANT bigint := 10000000;
  c_most_a_day CONSTANT integer := 200;
  v_journal bigint;
  v_hash bytea;
  v_storing boolean := p_direction = 'store';
  v_usdt_account bigint := ledger_account_id(p_user, 'available', 'USDT');
  v_xaut_account bigint := ledger_account_id(p_user, 'stored', 'XAUT');
  v_usdt_balance bigint;
  v_stored bigint;
  v_last vault_conversion;
  v_quote record;
  v_price bigint;
  v_result bigint;
  v_cost bigint;
  v_realised bigint;
  v_shard integer := pg_backend_pid() % 16;
BEGIN
  IF octet_length(p_input_hash) <> 32 OR octet_length(p_key) NOT BETWEEN 1 AND 200 OR p_key IS NULL OR p_input_hash IS NULL THEN
    PERFORM ledger_raise('IDEMPOTENCY_KEY_INVALID');
  END IF;
  o_id := uuid_v7();
  INSERT INTO ledger_journal (kind, idempotency_key, input_hash, actor_id, result_id, at)
  VALUES ('vault_' || p_direction, p_key, p_input_hash, p_user, o_id, app_now())
  ON CONFLICT (idempotency_key) DO NOTHING
  RETURNING id INTO v_journal;
  IF v_journal IS NULL THEN
    SELECT j.input_hash, j.result_id INTO STRICT v_hash, o_id FROM ledger_journal j WHERE j.idempotency_key = p_key;
    IF v_hash <> p_input_hash THEN
      PERFORM ledger_raise('IDEMPOTENCY_CONFLICT');
    END IF;
    SELECT a.balance_micro INTO o_available_micro FROM ledger_account a WHERE a.id = v_usdt_account;
    o_replayed := true;
    RETURN NEXT;
    RETURN;
  END IF;
  IF p_direction IS NULL OR p_direction NOT IN ('store', 'retrieve') OR p_amount IS NULL
    OR p_amount NOT BETWEEN 1 AND 1000000000000000 THEN
    PERFORM ledger_raise('AMOUNT_OUT_OF_RANGE');
  END IF;
  IF v_storing AND p_amount <= c_more_than_micro THEN
    PERFORM ledger_raise('BELOW_MINIMUM_STORAGE');
  END IF;

  -- The user's rows first: they put this user's conversions in line. The price is read after that
  -- wait, so that nobody converts at one that is past.
  PERFORM 1 FROM ledger_account WHERE id IN (v_usdt_account, v_xaut_account) ORDER BY id DESC FOR NO KEY UPDATE;
  SELECT balance_micro INTO v_usdt_balance FROM ledger_account WHERE id = v_usdt_account;
  SELECT balance_micro INTO v_stored FROM ledger_account WHERE id = v_xaut_account;
  IF v_storing AND v_usdt_balance < p_amount THEN
    PERFORM ledger_raise('INSUFFICIENT_USDT_BALANCE');
  ELSIF NOT v_storing AND v_stored < p_amount THEN
    PERFORM ledger_raise('INSUFFICIENT_XAUT_BALANCE');
  END IF;
  SELECT * INTO v_last FROM vault_conversion WHERE user_id = p_user ORDER BY seq DESC LIMIT 1;
  -- Their numbers have no gaps: where the 200th before this one is of today, so are all after it.
  IF (v_storing OR p_amount < v_stored) AND EXISTS (
    SELECT FROM vault_conversion WHERE user_id = p_user AND seq = v_last.seq + 1 - c_most_a_day
      AND created_at >= date_trunc('day', app_now(), 'UTC')
  ) THEN
    PERFORM ledger_raise('DAILY_TRADE_LIMIT');
  END IF;
  SELECT * INTO v_quote FROM market_quote();
  v_price := CASE WHEN v_storing THEN v_quote.o_ask_e8 ELSE v_quote.o_bid_e8 END;
  IF (v_storing AND v_price > p_limit_e8) OR (NOT v_storing AND v_price < p_limit_e8) THEN
    PERFORM ledger_raise('PRICE_MOVED');
  END IF;
  v_result := CASE WHEN v_storing THEN mul_div_half_even(p_amount, 100000000, v_price)
    ELSE mul_div_half_even(p_amount, v_price, 100000000) END;
  IF v_result = 0 THEN
    PERFORM ledger_raise('AMOUNT_OUT_OF_RANGE');
  END IF;
  v_cost := coalesce(v_last.cost_after_micro, 0);
  IF v_storing THEN
    v_cost := v_cost + p_amount;
    v_stored := v_stored + v_result;
  ELSE
    v_realised := v_result - v_cost;
    v_cost := CASE WHEN p_amount = v_stored THEN 0 ELSE v_cost - mul_div_half_even(v_cost, p_amount, v_stored) END;
    v_realised := v_realised + v_cost;
    v_stored := v_stored - p_amount;
  END IF;

  -- Then the house's: inventory USDT before inventory XAUT.
  IF v_storing THEN
    PERFORM ledger_apply(v_journal, 1, v_usdt_account, -200 - v_shard, p_amount, 'vault_conversion', o_id, false);
    PERFORM ledger_apply(v_journal, 2, spot_take_inventory(-300, v_result), v_xaut_account, v_result,
      'vault_conversion', o_id, false);
  ELSE
    PERFORM ledger_apply(v_journal, 1, spot_take_inventory(-200, v_result), v_usdt_account, v_result,
      'vault_conversion', o_id, false);
    PERFORM ledger_apply(v_journal, 2, v_xaut_account, -300 - v_shard, p_amount, 'vault_conversion', o_id, false);
  END IF;

  INSERT INTO vault_conversion (id, user_id, seq, direction, usdt_micro, xaut_micro, price_e8, tick_seq, simulated,
    stored_after_micro, cost_after_micro, realised_micro, created_at)
  VALUES (o_id, p_user, coalesce(v_last.seq, 0) + 1, p_direction,
    CASE WHEN v_storing THEN p_amount ELSE v_result END, CASE WHEN v_storing THEN v_result ELSE p_amount END,
    v_price, v_quote.o_tick_seq, v_quote.o_simulated, v_stored, v_cost, v_realised, app_now());
  o_available_micro := v_usdt_balance + CASE WHEN v_storing THEN -p_amount ELSE v_result END;
  o_replayed := false;
  RETURN NEXT;
END
$$;

ALTER FUNCTION vault_convert(text, bytea, uuid, text, bigint, bigint) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION vault_convert(text, bytea, uuid, text, bigint, bigint) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION vault_convert(text, bytea, uuid, text, bigint, bigint) TO app_runtime;
