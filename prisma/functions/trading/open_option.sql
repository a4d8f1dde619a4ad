-- Opens an option: stake from the user and collateral from the house go to escrow, and the trade
-- waits for the first tick that is not contested, at least the setting optionEntryDelayMs after
-- o_opened_at; the delay stays with it. Options accepted after the same tick share their entry
-- where ticks come in time and the delay is whole seconds, so their expiry: the second that a cap
-- counts for is one of that tick and not of the acceptance. Until its entry is known, a trade is
-- simulated where prices are as it opens; the entry's own tick decides then. May not be called by
-- the application itself, which could choose the terms: open_user_option calls it, and has the
-- session's settings set for it.
-- Arguments: amounts and caps are USDT in micro-units, p_rate_ppm the payout rate in parts per
--   million (collateral = stake times rate, half to even), p_min_sources the exchanges that the
--   price must rest on. p_daily_limit and the caps (collateral that expires in one second, and
--   in one direction) may be null: none. p_key (1 to 200 bytes) names the event, p_input_hash
--   (32 bytes, SHA-256) its input: a repeated key with the same input repeats the first answer.
-- Returns: the trade, collateral and available USDT in micro-units, whether this was a repeat,
--   and the number of the trade.
-- Raises: IDEMPOTENCY_KEY_INVALID, IDEMPOTENCY_CONFLICT (the key was used with other input),
--   OPTION_INVALID, TRADE_AMOUNT_OUT_OF_RANGE, MARKET_STALE (also while prices are contested),
--   MARKET_THIN, INSUFFICIENT_BALANCE,
--   DAILY_TRADE_LIMIT, those of own_limits_allow, HOUSE_LIMIT; serialization_failure (40001)
--   where a cap came near meanwhile: try again.
-- Locks: the journal's key, the user's available account, a shard of the option pool (all of
--   them, ids descending, near a cap), the same shard of option_exposure, then its row of
--   option_expiry_exposure.
CREATE OR REPLACE FUNCTION open_option(
  p_key text,
  p_input_hash bytea,
  p_user uuid,
  p_direction text,
  p_amount bigint,
  p_duration_seconds integer,
  p_rate_ppm integer,
  p_min_amount bigint,
  p_max_amount bigint,
  p_daily_limit integer,
  p_min_sources integer,
  p_cap_second bigint,
  p_cap_direction bigint,
  OUT o_trade_id uuid,
  OUT o_opened_at timestamptz,
  OUT o_collateral_micro bigint,
  OUT o_available_micro bigint,
  OUT o_replayed boolean,
  OUT o_number bigint
)
  LANGUAGE plpgsql SECURITY DEFINER
AS $$
DECLARE
  v_journal bigint;
  v_hash bytea;
  v_tick_at timestamptz;
  v_sources integer;
  v_simulated boolean;
  v_contested boolean;
  v_delay_ms integer := option_entry_delay_ms();
  v_account bigint;
  v_today date := (app_now() AT TIME ZONE 'UTC')::date;
  v_counted integer;
  v_limited boolean;
  v_seq bigint;
  v_shard integer;
  v_pool_account bigint := -100 - pg_backend_pid() % 16;
  v_pool_seq bigint;
  v_pool_balance bigint;
  v_second bigint;
  v_margin bigint;
  v_exclusive boolean;
  v_refusal text;
BEGIN
  IF (octet_length(p_input_hash) = 32 AND octet_length(p_key) BETWEEN 1 AND 200) IS NOT TRUE THEN
    PERFORM ledger_raise('IDEMPOTENCY_KEY_INVALID');
  END IF;
  INSERT INTO ledger_journal (kind, idempotency_key, input_hash, actor_id, result_id, at)
  VALUES ('option_open', p_key, p_input_hash, p_user, uuid_v7(), app_now())
  ON CONFLICT (idempotency_key) DO NOTHING
  RETURNING id, result_id INTO v_journal, o_trade_id;
  IF v_journal IS NULL THEN
    SELECT j.input_hash, j.result_id INTO STRICT v_hash, o_trade_id FROM ledger_journal j WHERE j.idempotency_key = p_key;
    IF v_hash <> p_input_hash THEN
      PERFORM ledger_raise('IDEMPOTENCY_CONFLICT');
    END IF;
    SELECT t.opened_at, t.collateral_micro, t.number INTO STRICT o_opened_at, o_collateral_micro, o_number FROM trade t WHERE t.id = o_trade_id;
    SELECT a.balance_micro INTO o_available_micro FROM ledger_account a
    WHERE a.owner_id = p_user AND a.kind = 'available' AND a.currency = 'USDT' AND a.shard = 0;
    o_replayed := true;
    RETURN;
  END IF;

  SELECT h.at, h.source_count, h.simulated, h.contested INTO v_tick_at, v_sources, v_simulated, v_contested
  FROM market_head h WHERE h.id = 1;
  v_refusal := CASE
    WHEN p_direction NOT IN ('up', 'down') OR p_duration_seconds NOT BETWEEN 1 AND 86400
      OR p_rate_ppm NOT BETWEEN 0 AND 10000000 OR p_direction IS NULL OR p_duration_seconds IS NULL OR p_rate_ppm IS NULL
      THEN 'OPTION_INVALID'
    WHEN p_amount IS NULL OR p_amount <= 0 OR p_amount < p_min_amount OR p_amount > p_max_amount OR p_amount > 1000000000000000
      THEN 'TRADE_AMOUNT_OUT_OF_RANGE'
    WHEN v_tick_at IS NULL OR v_tick_at NOT BETWEEN app_now() - interval '10 seconds' AND app_now() THEN 'MARKET_STALE'
    WHEN v_sources < p_min_sources THEN 'MARKET_THIN'
    WHEN v_contested THEN 'MARKET_STALE'
    END;
  IF v_refusal IS NOT NULL THEN
    PERFORM ledger_raise(v_refusal);
  END IF;
  -- What mul_div_half_even() gives, without the call where the product is sure to be small: a stake of up to 400,000 USDT.
  o_collateral_micro := CASE WHEN p_amount <= 400000000000
    THEN (p_amount * p_rate_ppm + 499999 + p_amount * p_rate_ppm / 1000000 % 2) / 1000000
    ELSE mul_div_half_even(p_amount, p_rate_ppm, 1000000) END;

  -- The user's row first: it orders this user's requests, and holds their count of the day.
  UPDATE ledger_account a SET balance_micro = a.balance_micro - p_amount, seq = a.seq + 1,
    counted_trades = CASE WHEN a.counted_day = v_today THEN a.counted_trades + 1 ELSE 1 END, counted_day = v_today
  WHERE a.owner_id = p_user AND a.kind = 'available' AND a.currency = 'USDT' AND a.shard = 0
    AND a.balance_micro >= p_amount
  RETURNING a.id, a.seq, a.balance_micro, a.counted_trades, a.limited INTO v_account, v_seq, o_available_micro, v_counted, v_limited;
  IF v_account IS NULL OR v_counted > p_daily_limit THEN
    PERFORM ledger_raise(CASE WHEN v_account IS NULL THEN 'INSUFFICIENT_BALANCE' ELSE 'DAILY_TRADE_LIMIT' END);
  END IF;
  IF v_limited THEN
    PERFORM own_limits_allow(p_user, 'option', p_amount);
  END IF;

  IF p_cap_second IS NOT NULL OR p_cap_direction IS NOT NULL THEN
    v_second := floor(extract(epoch FROM v_tick_at) + v_delay_ms / 1000.0)::bigint + 1 + p_duration_seconds;
    -- Each of the 15 other shards can hold one option not yet visible here. Far from a cap that
    -- margin settles it; near one, lock every shard and count exactly.
    v_margin := 15 * mul_div_half_even(least(p_max_amount, 1000000000000000), p_rate_ppm, 1000000);
    v_exclusive := NOT option_within_caps(p_direction, v_second, o_collateral_micro + v_margin, p_cap_second, p_cap_direction);
    IF v_exclusive THEN
      PERFORM 1 FROM ledger_account WHERE id BETWEEN -115 AND -100 ORDER BY id DESC FOR NO KEY UPDATE;
      v_margin := 0;
    END IF;
  END IF;
  -- Consecutive connections prefer different shards, so they seldom wait for each other. The exposure's
  -- row is only touched under the lock of its pool's.
  IF o_collateral_micro > 0 THEN
    LOOP
      UPDATE ledger_account a SET balance_micro = a.balance_micro - o_collateral_micro, seq = a.seq + 1
      WHERE a.id = v_pool_account AND a.balance_micro >= o_collateral_micro
      RETURNING a.shard, a.seq, a.balance_micro INTO v_shard, v_pool_seq, v_pool_balance;
      EXIT WHEN FOUND;
      v_pool_account := option_other_pool(o_collateral_micro);
      IF v_pool_account IS NULL THEN
        PERFORM ledger_raise('HOUSE_LIMIT');
      END IF;
    END LOOP;
    UPDATE option_exposure e SET
      up_micro = e.up_micro + CASE p_direction WHEN 'up' THEN o_collateral_micro ELSE 0 END,
      down_micro = e.down_micro + CASE p_direction WHEN 'down' THEN o_collateral_micro ELSE 0 END
    WHERE e.shard = v_shard;
  ELSE
    v_shard := pg_backend_pid() % 16;
  END IF;
  IF p_cap_second IS NOT NULL OR p_cap_direction IS NOT NULL THEN
    IF p_cap_second IS NOT NULL THEN
      -- Again, since a tick may have come while this waited for its locks; there is none left to wait for.
      SELECT h.at INTO v_tick_at FROM market_head h WHERE h.id = 1;
      v_second := floor(extract(epoch FROM v_tick_at) + v_delay_ms / 1000.0)::bigint + 1 + p_duration_seconds;
      INSERT INTO option_expiry_exposure AS e (expiry_second, shard, collateral_micro)
      VALUES (v_second, v_shard, o_collateral_micro)
      ON CONFLICT (expiry_second, shard) DO UPDATE SET collateral_micro = e.collateral_micro + excluded.collateral_micro;
    END IF;
    IF NOT option_within_caps(p_direction, v_second, v_margin, p_cap_second, p_cap_direction) THEN
      IF v_exclusive THEN
        PERFORM ledger_raise('HOUSE_LIMIT');
      END IF;
      RAISE EXCEPTION 'a cap came near meanwhile, try again' USING ERRCODE = 'serialization_failure';
    END IF;
  END IF;

  -- The time of acceptance is read last, when no lock is left to wait for; never before a price that was known.
  o_opened_at := greatest(app_now(), v_tick_at);
  o_number := nextval('trade_number_seq');
  WITH opened AS (
    INSERT INTO trade (id, number, shard, user_id, type, status, direction, amount_micro, currency, duration_seconds,
      payout_rate_ppm, collateral_micro, opened_at, entry_delay_ms, simulated)
    VALUES (o_trade_id, o_number, v_shard, p_user, 'option', 'open', p_direction, p_amount, 'USDT', p_duration_seconds,
      p_rate_ppm, o_collateral_micro, o_opened_at, v_delay_ms, v_simulated)
  )
  INSERT INTO ledger_transfer (at, journal_id, line, debit_account_id, credit_account_id, amount_micro, currency,
    debit_seq, debit_balance_micro, reference_type, reference_id)
  SELECT o_opened_at, v_journal, l.line, l.debit, -8, l.amount, 'USDT', l.seq, l.balance, 'trade', o_trade_id
  FROM (VALUES (1, v_account, p_amount, v_seq, o_available_micro),
    (2, v_pool_account, o_collateral_micro, v_pool_seq, v_pool_balance)) AS l (line, debit, amount, seq, balance)
  WHERE l.amount > 0;
  o_replayed := false;
END
$$;

ALTER FUNCTION open_option(text, bytea, uuid, text, bigint, integer, integer, bigint, bigint, integer, integer, bigint, bigint) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION open_option(text, bytea, uuid, text, bigint, integer, integer, bigint, bigint, integer, integer, bigint, bigint) FROM PUBLIC, app_runtime;
