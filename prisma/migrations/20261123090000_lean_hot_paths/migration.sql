-- Posting one transfer and opening an option with fewer statements, calls and expressions. Postgres prepares each expression
-- and each statement of a function anew in every transaction, which is much of what these calls cost: so the conditions that
-- hold nearly always are asked together, and only where one of them fails the function looks for which. All rules, refusals
-- and their order are the same as before.

-- Resolves "any shard": a house pool's first id minus 1000 (-1100 is any option_pool shard). Consecutive
-- connections get different shards, so they seldom wait for each other; a debit (p_amount given)
-- that its shard can't cover passes to the fullest one.
CREATE OR REPLACE FUNCTION ledger_resolve(p_id bigint, p_amount bigint) RETURNS bigint
  LANGUAGE plpgsql
  AS $$
DECLARE
  v_id bigint;
BEGIN
  IF p_id > -1000 THEN
    RETURN p_id;
  END IF;
  v_id := p_id + 1000 - pg_backend_pid() % 16;
  -- By itself: a condition with a query in it is a statement of its own.
  IF p_amount IS NULL THEN
    RETURN v_id;
  END IF;
  IF (SELECT balance_micro >= p_amount FROM ledger_account WHERE id = v_id) THEN
    RETURN v_id;
  END IF;
  RETURN coalesce((SELECT id FROM ledger_account WHERE id BETWEEN p_id + 985 AND p_id + 1000
    ORDER BY balance_micro DESC LIMIT 1), v_id);
END
$$;

-- Posts a business event of one transfer: ledger_begin() and ledger_apply() in one, which have the same rules for all
-- other events. Returns true when it was posted now and false when this key had posted the same before.
CREATE FUNCTION ledger_post_one(
  p_kind text, p_key text, p_input_hash bytea, p_actor uuid, p_debit bigint, p_credit bigint, p_amount bigint,
  p_reference_type text DEFAULT NULL, p_reference_id uuid DEFAULT NULL
) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off
  AS $$
DECLARE
  v_journal bigint;
  v_hash bytea;
  v_credit_id bigint;
  v_debit_seq bigint;
  v_debit_balance bigint;
  v_debit_currency text;
  v_debit_kind text;
  v_credit_seq bigint;
  v_credit_balance bigint;
  v_credit_currency text;
  v_credit_kind text;
BEGIN
  IF (octet_length(p_input_hash) = 32 AND octet_length(p_key) BETWEEN 1 AND 200) IS NOT TRUE THEN
    PERFORM ledger_raise('IDEMPOTENCY_KEY_INVALID');
  END IF;
  INSERT INTO ledger_journal (kind, idempotency_key, input_hash, actor_id, at)
  VALUES (p_kind, p_key, p_input_hash, p_actor, app_now())
  ON CONFLICT (idempotency_key) DO NOTHING
  RETURNING id INTO v_journal;
  IF (v_journal IS NOT NULL AND p_amount > 0 AND p_debit > -1000 AND p_credit > -1000) IS NOT TRUE THEN
    IF v_journal IS NULL THEN
      SELECT input_hash INTO STRICT v_hash FROM ledger_journal WHERE idempotency_key = p_key;
      IF v_hash <> p_input_hash THEN
        PERFORM ledger_raise('IDEMPOTENCY_CONFLICT');
      END IF;
      RETURN false;
    END IF;
    IF p_amount IS NULL OR p_amount <= 0 THEN
      PERFORM ledger_raise('AMOUNT_INVALID');
    END IF;
    p_debit := ledger_resolve(p_debit, p_amount);
    p_credit := ledger_resolve(p_credit, NULL);
  END IF;
  -- The two updates take the row locks in the global order; a debit that would cross the floor finds no row, and then
  -- nor does a credit that follows it. An account can't pay itself.
  IF p_credit > p_debit THEN
    UPDATE ledger_account SET balance_micro = balance_micro + p_amount, seq = seq + 1
    WHERE id = p_credit
    RETURNING seq, balance_micro, currency, kind INTO v_credit_seq, v_credit_balance, v_credit_currency, v_credit_kind;
    UPDATE ledger_account SET balance_micro = balance_micro - p_amount, seq = seq + 1
    WHERE id = p_debit AND (floor_micro IS NULL OR balance_micro - p_amount >= floor_micro)
    RETURNING seq, balance_micro, currency, kind INTO v_debit_seq, v_debit_balance, v_debit_currency, v_debit_kind;
  ELSE
    UPDATE ledger_account SET balance_micro = balance_micro - p_amount, seq = seq + 1
    WHERE id = p_debit AND (floor_micro IS NULL OR balance_micro - p_amount >= floor_micro)
    RETURNING seq, balance_micro, currency, kind, nullif(p_credit, id)
    INTO v_debit_seq, v_debit_balance, v_debit_currency, v_debit_kind, v_credit_id;
    UPDATE ledger_account SET balance_micro = balance_micro + p_amount, seq = seq + 1
    WHERE id = v_credit_id
    RETURNING seq, balance_micro, currency, kind INTO v_credit_seq, v_credit_balance, v_credit_currency, v_credit_kind;
  END IF;
  IF (v_credit_currency = v_debit_currency AND v_debit_kind NOT IN ('escrow', 'held', 'savings', 'interest_reserve')
    AND v_credit_kind NOT IN ('escrow', 'held', 'savings', 'interest_reserve')) IS NOT TRUE THEN
    IF v_debit_seq IS NULL THEN
      PERFORM ledger_raise(CASE
        WHEN NOT EXISTS (SELECT 1 FROM ledger_account WHERE id = p_debit) THEN 'LEDGER_ACCOUNT_MISSING'
        WHEN p_debit < 0 THEN 'HOUSE_LIMIT' ELSE 'INSUFFICIENT_BALANCE' END);
    END IF;
    IF v_credit_currency IS DISTINCT FROM v_debit_currency THEN
      PERFORM ledger_raise(CASE WHEN v_credit_currency IS NULL THEN 'LEDGER_ACCOUNT_MISSING' ELSE 'CURRENCY_MISMATCH' END);
    END IF;
    PERFORM ledger_raise('ACCOUNT_RESERVED');
  END IF;
  INSERT INTO ledger_transfer (at, journal_id, line, debit_account_id, credit_account_id, amount_micro, currency,
    debit_seq, debit_balance_micro, credit_seq, credit_balance_micro, reference_type, reference_id)
  VALUES (app_now(), v_journal, 1, p_debit, p_credit, p_amount, v_debit_currency,
    v_debit_seq, v_debit_balance, v_credit_seq, v_credit_balance, p_reference_type, p_reference_id);
  RETURN FOUND;
END
$$;
ALTER FUNCTION ledger_post_one(text, text, bytea, uuid, bigint, bigint, bigint, text, uuid) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION ledger_post_one(text, text, bytea, uuid, bigint, bigint, bigint, text, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_post_one(text, text, bytea, uuid, bigint, bigint, bigint, text, uuid) TO app_runtime;

-- Posts a business event of one or more transfers, all or nothing. Returns true when it was
-- posted now and false when this key had posted the same before. Escrow and held money move
-- only through their own functions.
CREATE OR REPLACE FUNCTION ledger_post(
  p_kind text, p_key text, p_input_hash bytea, p_actor uuid,
  p_debits bigint[], p_credits bigint[], p_amounts bigint[],
  p_reference_type text DEFAULT NULL, p_reference_id uuid DEFAULT NULL
) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off
  AS $$
DECLARE
  v_journal bigint;
  v_count integer := cardinality(p_amounts);
BEGIN
  IF v_count IS NULL OR v_count NOT BETWEEN 1 AND 100
    OR cardinality(p_debits) <> v_count OR cardinality(p_credits) <> v_count THEN
    PERFORM ledger_raise('TRANSFERS_INVALID');
  END IF;
  IF v_count = 1 THEN
    RETURN ledger_post_one(p_kind, p_key, p_input_hash, p_actor, p_debits[1], p_credits[1], p_amounts[1],
      p_reference_type, p_reference_id);
  END IF;
  v_journal := ledger_begin(p_kind, p_key, p_input_hash, p_actor);
  IF v_journal IS NULL THEN
    RETURN false;
  END IF;
  FOR i IN 1..v_count LOOP
    IF p_debits[i] <= -1000 OR p_credits[i] <= -1000 THEN
      p_debits[i] := ledger_resolve(p_debits[i], p_amounts[i]);
      p_credits[i] := ledger_resolve(p_credits[i], NULL);
    END IF;
  END LOOP;
  -- All rows in the global order first, so that the transfers may then come in any order.
  PERFORM 1 FROM ledger_account WHERE id = ANY (p_debits || p_credits) ORDER BY id DESC FOR NO KEY UPDATE;
  FOR i IN 1..v_count LOOP
    PERFORM ledger_apply(v_journal, i, p_debits[i], p_credits[i], p_amounts[i], p_reference_type, p_reference_id, false);
  END LOOP;
  RETURN true;
END
$$;

-- An option starts open, without prices; a spot trade is complete from the start, and its fee is noted for the payer's
-- referrer. Options have no fee, and come first and by themselves: all of a condition is prepared, also what is not reached.
CREATE OR REPLACE FUNCTION trade_inserted() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  IF NEW.type = 'option' AND current_user = 'ledger_owner' AND NEW.amount_micro > 0 AND NEW.fee_micro >= 0
    AND NEW.status = 'open' AND NEW.direction IN ('up', 'down') AND NEW.side IS NULL AND NEW.currency = 'USDT'
    AND NEW.duration_seconds > 0 AND NEW.payout_rate_ppm >= 0 AND NEW.collateral_micro >= 0 AND NEW.shard BETWEEN 0 AND 15
    AND num_nulls(NEW.entry_tick_seq, NEW.entry_price_e8, NEW.entry_at, NEW.expires_at, NEW.exit_tick_seq,
      NEW.exit_price_e8, NEW.settled_at, NEW.payout_micro, NEW.pnl_micro, NEW.received_micro) = 10 THEN
    RETURN NULL;
  END IF;
  IF NEW.type IN ('manual', 'ai') AND current_user = 'ledger_owner' AND NEW.amount_micro > 0 AND NEW.fee_micro >= 0
    AND NEW.status IN ('filled', 'stopped') AND NEW.side IN ('buy', 'sell')
    AND NEW.direction IS NULL AND NEW.currency IN ('USDT', 'XAUT') AND coalesce(NEW.received_micro, 0) >= 0 THEN
    IF NEW.fee_micro > 0 THEN
      INSERT INTO referral_due (source_type, source_id, referrer_id, referred_id, fee_micro)
      SELECT 'trade', NEW.id, u.referred_by_id, u.id, NEW.fee_micro
      FROM app_user u WHERE u.id = NEW.user_id AND u.referred_by_id IS NOT NULL
      ON CONFLICT (source_type, source_id) DO NOTHING;
    END IF;
    RETURN NULL;
  END IF;
  IF current_user <> 'ledger_owner' THEN
    PERFORM trade_refuse();
  END IF;
  RAISE EXCEPTION 'not a valid new trade' USING ERRCODE = 'check_violation';
END
$$;

-- Opens an option: stake from the user and collateral from the house go to escrow, and the trade
-- waits for the first tick after opened_at. One round trip; repeats its first answer for a repeated key.
-- Limits are the caller's settings; p_daily_limit and the caps may be null (none).
-- Collateral = stake x rate, half to even. Options accepted after the same tick share their entry, so their expiry: the
-- second that a cap counts for is one of that tick and not of the acceptance.
CREATE OR REPLACE FUNCTION open_option(
  p_key text, p_input_hash bytea, p_user uuid, p_direction text, p_amount bigint, p_duration_seconds integer,
  p_rate_ppm integer, p_min_amount bigint, p_max_amount bigint, p_daily_limit integer, p_min_sources integer,
  p_cap_second bigint, p_cap_direction bigint,
  OUT o_trade_id uuid, OUT o_opened_at timestamptz, OUT o_collateral_micro bigint, OUT o_available_micro bigint, OUT o_replayed boolean
)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off
  AS $$
DECLARE
  v_journal bigint;
  v_hash bytea;
  v_tick_at timestamptz;
  v_sources integer;
  v_account bigint;
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
    SELECT t.opened_at, t.collateral_micro INTO STRICT o_opened_at, o_collateral_micro FROM trade t WHERE t.id = o_trade_id;
    SELECT a.balance_micro INTO o_available_micro FROM ledger_account a
    WHERE a.owner_id = p_user AND a.kind = 'available' AND a.currency = 'USDT' AND a.shard = 0;
    o_replayed := true;
    RETURN;
  END IF;

  SELECT h.at, h.source_count INTO v_tick_at, v_sources FROM market_head h WHERE h.id = 1;
  v_refusal := CASE
    WHEN p_direction NOT IN ('up', 'down') OR p_duration_seconds NOT BETWEEN 1 AND 86400
      OR p_rate_ppm NOT BETWEEN 0 AND 10000000 OR p_direction IS NULL OR p_duration_seconds IS NULL OR p_rate_ppm IS NULL
      THEN 'OPTION_INVALID'
    WHEN p_amount IS NULL OR p_amount <= 0 OR p_amount < p_min_amount OR p_amount > p_max_amount OR p_amount > 1000000000000000
      THEN 'TRADE_AMOUNT_OUT_OF_RANGE'
    WHEN v_tick_at IS NULL OR v_tick_at NOT BETWEEN app_now() - interval '10 seconds' AND app_now() THEN 'MARKET_STALE'
    WHEN v_sources < p_min_sources THEN 'MARKET_THIN'
    END;
  IF v_refusal IS NOT NULL THEN
    PERFORM ledger_raise(v_refusal);
  END IF;
  -- What mul_div_half_even() gives, without the call where the product is sure to be small: a stake of up to 400,000 USDT.
  o_collateral_micro := CASE WHEN p_amount <= 400000000000
    THEN (p_amount * p_rate_ppm + 499999 + p_amount * p_rate_ppm / 1000000 % 2) / 1000000
    ELSE mul_div_half_even(p_amount, p_rate_ppm, 1000000) END;

  -- The user's row first: it orders this user's requests, so the count below can't be outrun.
  UPDATE ledger_account a SET balance_micro = a.balance_micro - p_amount, seq = a.seq + 1
  WHERE a.owner_id = p_user AND a.kind = 'available' AND a.currency = 'USDT' AND a.shard = 0
    AND a.balance_micro >= p_amount
  RETURNING a.id, a.seq, a.balance_micro INTO v_account, v_seq, o_available_micro;
  -- Everything that counts for the day moved money of this account, each by a transfer of its own: no more than v_seq - 1
  -- did before this one, so the count is made only where it could matter.
  IF v_account IS NULL OR v_seq > p_daily_limit THEN
    IF v_account IS NULL THEN
      PERFORM ledger_raise('INSUFFICIENT_BALANCE');
    END IF;
    IF daily_trades_used(p_user) >= p_daily_limit THEN
      PERFORM ledger_raise('DAILY_TRADE_LIMIT');
    END IF;
  END IF;

  IF p_cap_second IS NOT NULL OR p_cap_direction IS NOT NULL THEN
    v_second := floor(extract(epoch FROM v_tick_at))::bigint + 1 + p_duration_seconds;
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
      v_second := floor(extract(epoch FROM v_tick_at))::bigint + 1 + p_duration_seconds;
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
  WITH opened AS (
    INSERT INTO trade (id, shard, user_id, type, status, direction, amount_micro, currency, duration_seconds,
      payout_rate_ppm, collateral_micro, opened_at)
    VALUES (o_trade_id, v_shard, p_user, 'option', 'open', p_direction, p_amount, 'USDT', p_duration_seconds,
      p_rate_ppm, o_collateral_micro, o_opened_at)
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
