-- Fills a spot trade: moves user <-> inventory and user -> fees, records the trade, keeps the
-- position and leaves a message for the user. May not be called by the application itself: other
-- functions of this role call it, after they have locked and checked what is theirs (a strategy
-- run and what it may spend), because one user's runs share the ai accounts.
-- Arguments: p_type, p_account_kind, p_run are 'manual', 'available', null or 'ai', 'ai', the
--   run. p_amount is micro-units: USDT to spend for a buy, XAUT to give for a sale.
--   p_limit_price_e8 is the worst price accepted (USDT times 10^8), or null; p_fee_ppm and
--   p_spread_ppm parts per million; p_min, p_max in USDT and p_daily_limit null for none.
--   p_tick_seq is the recorded tick to fill at, for what was ordered before that tick existed,
--   and may be 10 s old when the user's rows are locked; null for the newest. p_key (1 to 200
--   bytes) names the event, p_input_hash (32 bytes, SHA-256) its input: a repeated key with the
--   same input repeats the first answer.
-- Returns: the fill, with both balances of p_account_kind in micro-units, and whether this was a
--   repeat.
-- Raises: IDEMPOTENCY_KEY_INVALID, IDEMPOTENCY_CONFLICT (the key was used with other input),
--   TRADE_AMOUNT_OUT_OF_RANGE, MARKET_STALE, PRICE_MOVED, INSUFFICIENT_BALANCE,
--   DAILY_TRADE_LIMIT, HOUSE_LIMIT, and the others of ledger_account_id and ledger_apply;
--   invalid_parameter_value for what is no spot trade.
-- Locks: the journal's key, the user's two accounts, then inventory USDT, inventory XAUT and
--   fees: ids descending.
-- Roundings: price half to even at 10^-8, fee and converted amount half to even.
CREATE OR REPLACE FUNCTION fill_spot_trade(
  p_key text,
  p_input_hash bytea,
  p_user uuid,
  p_type text,
  p_account_kind text,
  p_run uuid,
  p_side text,
  p_amount bigint,
  p_limit_price_e8 bigint,
  p_fee_ppm integer,
  p_spread_ppm integer,
  p_min bigint,
  p_max bigint,
  p_daily_limit integer,
  p_tick_seq bigint DEFAULT NULL
)
  RETURNS TABLE (
    o_trade_id uuid,
    o_price_e8 bigint,
    o_fee_micro bigint,
    o_received_micro bigint,
    o_pnl_micro bigint,
    o_usdt_micro bigint,
    o_xaut_micro bigint,
    o_replayed boolean
  )
  LANGUAGE plpgsql
AS $$
DECLARE
  v_journal bigint;
  v_hash bytea;
  v_book uuid := coalesce(p_run, p_user);
  v_usdt bigint;
  v_xaut bigint;
  v_shard integer := pg_backend_pid() % 16;
  v_quote record;
  v_at timestamptz;
  -- The USDT side of the trade before the fee is taken out.
  v_gross bigint;
  v_position bigint;
  v_cost bigint;
  v_closed bigint;
  v_closed_cost bigint;
BEGIN
  IF octet_length(p_input_hash) <> 32 OR octet_length(p_key) NOT BETWEEN 1 AND 200 OR p_key IS NULL OR p_input_hash IS NULL THEN
    PERFORM ledger_raise('IDEMPOTENCY_KEY_INVALID');
  END IF;
  o_trade_id := uuid_v7();
  INSERT INTO ledger_journal (kind, idempotency_key, input_hash, actor_id, result_id, at)
  VALUES (p_type || '_trade', p_key, p_input_hash, CASE p_type WHEN 'manual' THEN p_user END, o_trade_id, app_now())
  ON CONFLICT (idempotency_key) DO NOTHING
  RETURNING id INTO v_journal;
  IF v_journal IS NULL THEN
    SELECT j.input_hash, j.result_id INTO STRICT v_hash, o_trade_id FROM ledger_journal j WHERE j.idempotency_key = p_key;
    IF v_hash <> p_input_hash THEN
      PERFORM ledger_raise('IDEMPOTENCY_CONFLICT');
    END IF;
    SELECT t.entry_price_e8, t.fee_micro, t.received_micro, t.pnl_micro
    INTO STRICT o_price_e8, o_fee_micro, o_received_micro, o_pnl_micro FROM trade t WHERE t.id = o_trade_id;
    SELECT a.balance_micro INTO o_usdt_micro FROM ledger_account a
    WHERE a.owner_id = p_user AND a.kind = p_account_kind AND a.currency = 'USDT' AND a.shard = 0;
    SELECT a.balance_micro INTO o_xaut_micro FROM ledger_account a
    WHERE a.owner_id = p_user AND a.kind = p_account_kind AND a.currency = 'XAUT' AND a.shard = 0;
    o_replayed := true;
    RETURN NEXT;
    RETURN;
  END IF;

  IF p_side NOT IN ('buy', 'sell') OR p_fee_ppm NOT BETWEEN 0 AND 999999 OR p_spread_ppm NOT BETWEEN 0 AND 1999999
    OR (p_type, p_account_kind, p_run IS NULL) NOT IN (('manual', 'available', true), ('ai', 'ai', false))
    OR num_nulls(p_user, p_type, p_account_kind, p_side, p_fee_ppm, p_spread_ppm) > 0 THEN
    RAISE EXCEPTION 'not a spot trade' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF p_amount IS NULL OR p_amount <= 0 OR p_amount > 1000000000000000 THEN
    PERFORM ledger_raise('TRADE_AMOUNT_OUT_OF_RANGE');
  END IF;

  -- The user's rows first: they order this user's requests, so neither balance, daily count nor position
  -- can be outrun, and the price is read when no other request of theirs is left to wait for.
  PERFORM 1 FROM ledger_account a
  WHERE a.owner_id = p_user AND a.kind = p_account_kind AND a.shard = 0 ORDER BY a.id DESC FOR NO KEY UPDATE;
  v_usdt := ledger_account_id(p_user, p_account_kind, 'USDT');
  v_xaut := ledger_account_id(p_user, p_account_kind, 'XAUT');
  SELECT a.balance_micro INTO o_usdt_micro FROM ledger_account a WHERE a.id = v_usdt;
  SELECT a.balance_micro INTO o_xaut_micro FROM ledger_account a WHERE a.id = v_xaut;

  IF p_tick_seq IS NULL THEN
    SELECT * INTO v_quote FROM market_quote();
  ELSE
    SELECT m.seq AS o_tick_seq, m.at AS o_at, m.bid_e8 AS o_bid_e8, m.ask_e8 AS o_ask_e8, m.simulated AS o_simulated
    INTO STRICT v_quote FROM market_tick m WHERE m.seq = p_tick_seq;
  END IF;
  v_at := app_now();
  -- The caller looked before it waited for the user's rows.
  IF p_tick_seq IS NOT NULL AND v_quote.o_at < v_at - interval '10 seconds' THEN
    PERFORM ledger_raise('MARKET_STALE');
  END IF;
  o_price_e8 := spot_price(p_side, v_quote.o_bid_e8, v_quote.o_ask_e8, p_spread_ppm);
  IF (p_side = 'buy' AND o_price_e8 > p_limit_price_e8) OR (p_side = 'sell' AND o_price_e8 < p_limit_price_e8) THEN
    PERFORM ledger_raise('PRICE_MOVED');
  END IF;
  IF p_side = 'buy' THEN
    v_gross := p_amount;
    o_fee_micro := spot_fee(v_gross, p_fee_ppm);
    o_received_micro := mul_div_half_even(greatest(v_gross - o_fee_micro, 0), 100000000, o_price_e8);
  ELSE
    v_gross := mul_div_half_even(p_amount, o_price_e8, 100000000);
    o_fee_micro := spot_fee(v_gross, p_fee_ppm);
    o_received_micro := v_gross - o_fee_micro;
  END IF;
  -- Limits are in USDT: a sale counts with its value. The whole rest may be sold however small it is.
  IF o_received_micro <= 0 OR v_gross > p_max
    OR (v_gross < p_min AND NOT (p_side = 'sell' AND p_amount = o_xaut_micro)) THEN
    PERFORM ledger_raise('TRADE_AMOUNT_OUT_OF_RANGE');
  END IF;
  IF p_amount > (CASE p_side WHEN 'buy' THEN o_usdt_micro ELSE o_xaut_micro END) THEN
    PERFORM ledger_raise('INSUFFICIENT_BALANCE');
  END IF;
  IF p_daily_limit IS NOT NULL AND daily_trades_used(p_user) >= p_daily_limit THEN
    PERFORM ledger_raise('DAILY_TRADE_LIMIT');
  END IF;

  IF p_side = 'buy' THEN
    PERFORM ledger_apply(v_journal, 1, v_usdt, -200 - v_shard, v_gross - o_fee_micro, 'trade', o_trade_id, false);
    PERFORM ledger_apply(v_journal, 2, spot_take_inventory(-300, o_received_micro), v_xaut, o_received_micro, 'trade', o_trade_id, false);
    o_usdt_micro := o_usdt_micro - p_amount;
    o_xaut_micro := o_xaut_micro + o_received_micro;
    INSERT INTO spot_position AS s (book_id, quantity_micro, cost_micro) VALUES (v_book, o_received_micro, p_amount)
    ON CONFLICT (book_id) DO UPDATE SET
      quantity_micro = s.quantity_micro + excluded.quantity_micro, cost_micro = s.cost_micro + excluded.cost_micro;
  ELSE
    PERFORM ledger_apply(v_journal, 1, spot_take_inventory(-200, v_gross), v_usdt, v_gross, 'trade', o_trade_id, false);
    PERFORM ledger_apply(v_journal, 2, v_xaut, -300 - v_shard, p_amount, 'trade', o_trade_id, false);
    o_usdt_micro := o_usdt_micro + o_received_micro;
    o_xaut_micro := o_xaut_micro - p_amount;
    -- XAUT that was bought is sold first, at its average cost. What came otherwise has no cost that is known
    -- and is no part of the result.
    SELECT s.quantity_micro, s.cost_micro INTO v_position, v_cost FROM spot_position s WHERE s.book_id = v_book;
    v_position := coalesce(v_position, 0);
    v_cost := coalesce(v_cost, 0);
    v_closed := least(p_amount, v_position);
    IF v_closed > 0 THEN
      v_closed_cost := mul_div_half_even(v_cost, v_closed, v_position);
      o_pnl_micro := mul_div_half_even(o_received_micro, v_closed, p_amount) - v_closed_cost;
      UPDATE spot_position s SET quantity_micro = s.quantity_micro - v_closed, cost_micro = s.cost_micro - v_closed_cost,
        realised_micro = s.realised_micro + o_pnl_micro
      WHERE s.book_id = v_book;
    END IF;
  END IF;
  IF o_fee_micro > 0 THEN
    PERFORM ledger_apply(v_journal, 3, v_usdt, -400 - v_shard, o_fee_micro, 'trade', o_trade_id, false);
  END IF;

  INSERT INTO trade (id, user_id, type, status, side, amount_micro, currency, entry_tick_seq, entry_price_e8, entry_at,
    opened_at, settled_at, fee_micro, fee_rate_ppm, spread_ppm, received_micro, pnl_micro, position_micro,
    position_cost_micro, strategy_run_id, simulated)
  VALUES (o_trade_id, p_user, p_type, 'filled', p_side, p_amount, CASE p_side WHEN 'buy' THEN 'USDT' ELSE 'XAUT' END,
    v_quote.o_tick_seq, o_price_e8, v_quote.o_at, v_at, v_at, o_fee_micro, p_fee_ppm, p_spread_ppm, o_received_micro,
    o_pnl_micro, v_position, v_cost, p_run, v_quote.o_simulated);
  INSERT INTO outbox (user_id, kind, payload) VALUES (p_user, 'trade_closed', json_build_object('tradeId', o_trade_id));
  o_replayed := false;
  RETURN NEXT;
END
$$;

ALTER FUNCTION fill_spot_trade(text, bytea, uuid, text, text, uuid, text, bigint, bigint, integer, integer, bigint, bigint, integer, bigint) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION fill_spot_trade(text, bytea, uuid, text, text, uuid, text, bigint, bigint, integer, integer, bigint, bigint, integer, bigint) FROM PUBLIC, app_runtime;
