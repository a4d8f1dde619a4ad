-- What a user agreed to is what happens: a plan's type and currency too, limits that refused attempts don't use up,
-- and strategy runs that count as the trades that they are.

-- Subscribes a user to a plan: the amount goes to their savings, the interest that it will cost is set
-- aside by the house (a fixed term in full, the first days of a flexible one), and the plan's terms are
-- copied to the record. It earns from the next 00:00 UTC. Repeats its first answer for a repeated key.
-- The expected terms are those that the user agreed to; each may be null: not said.
CREATE FUNCTION saving_subscribe(
  p_key text, p_input_hash bytea, p_user uuid, p_plan uuid, p_amount bigint,
  p_expected_rate_ppb bigint, p_expected_days integer, p_expected_type text, p_expected_currency text
) RETURNS TABLE (o_record_id uuid, o_replayed boolean)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off
  AS $$
DECLARE
  v_journal bigint;
  v_hash bytea;
  v_plan saving_plan;
  v_available bigint;
  v_savings bigint;
  v_interest bigint;
  v_reserve bigint;
  v_days integer;
  v_reserved bigint;
  v_now timestamptz;
  v_starts timestamptz;
BEGIN
  IF octet_length(p_input_hash) <> 32 OR octet_length(p_key) NOT BETWEEN 1 AND 200 OR p_key IS NULL OR p_input_hash IS NULL THEN
    PERFORM ledger_raise('IDEMPOTENCY_KEY_INVALID');
  END IF;
  o_record_id := uuid_v7();
  o_replayed := false;
  INSERT INTO ledger_journal (kind, idempotency_key, input_hash, actor_id, result_id, at)
  VALUES ('saving_subscribe', p_key, p_input_hash, p_user, o_record_id, app_now())
  ON CONFLICT (idempotency_key) DO NOTHING RETURNING id INTO v_journal;
  IF v_journal IS NULL THEN
    SELECT j.input_hash, j.result_id INTO STRICT v_hash, o_record_id FROM ledger_journal j WHERE j.idempotency_key = p_key;
    IF v_hash <> p_input_hash THEN
      PERFORM ledger_raise('IDEMPOTENCY_CONFLICT');
    END IF;
    o_replayed := true;
    RETURN NEXT;
    RETURN;
  END IF;

  SELECT * INTO v_plan FROM saving_plan p WHERE p.id = p_plan AND p.deleted_at IS NULL FOR NO KEY UPDATE;
  IF v_plan.id IS NULL THEN
    PERFORM ledger_raise('NOT_FOUND');
  ELSIF NOT v_plan.is_active THEN
    PERFORM ledger_raise('SAVING_PLAN_INACTIVE');
  ELSIF p_expected_rate_ppb IS NOT NULL
    AND (p_expected_rate_ppb, p_expected_days) IS DISTINCT FROM (v_plan.daily_rate_ppb, v_plan.duration_days)
    OR p_expected_type <> v_plan.type OR p_expected_currency <> v_plan.currency THEN
    PERFORM ledger_raise('SAVING_TERMS_CHANGED');
  ELSIF p_amount IS NULL OR p_amount < v_plan.min_amount_micro THEN
    PERFORM ledger_raise('SAVING_BELOW_MINIMUM');
  ELSIF p_amount > coalesce(v_plan.max_amount_micro, 1000000000000000) THEN
    PERFORM ledger_raise('SAVING_ABOVE_MAXIMUM');
  ELSIF v_plan.subscribed_micro + p_amount > v_plan.capacity_micro THEN
    PERFORM ledger_raise('SAVING_CAPACITY_FULL');
  END IF;

  v_days := coalesce(v_plan.duration_days, saving_horizon_days());
  v_reserved := saving_interest(p_amount, v_plan.daily_rate_ppb, v_days);
  v_available := ledger_account_id(p_user, 'available', v_plan.currency);
  v_savings := ledger_account_id(p_user, 'savings', v_plan.currency);
  v_interest := CASE v_plan.currency WHEN 'USDT' THEN -5 ELSE -6 END;
  v_reserve := CASE v_plan.currency WHEN 'USDT' THEN -9 ELSE -10 END;
  PERFORM 1 FROM ledger_account WHERE id = ANY (ARRAY[v_available, v_savings, v_interest, v_reserve]) ORDER BY id DESC FOR NO KEY UPDATE;
  PERFORM ledger_apply(v_journal, 1, v_available, v_savings, p_amount, 'saving', o_record_id, true);
  -- Of all that the plan can still take, and so of this amount too; without a capacity of the largest single one.
  IF saving_interest(coalesce(v_plan.capacity_micro - v_plan.subscribed_micro, v_plan.max_amount_micro, p_amount), v_plan.daily_rate_ppb, v_days)
    > (SELECT balance_micro FROM ledger_account WHERE id = v_interest) THEN
    PERFORM ledger_raise('SAVING_NOT_FUNDED');
  ELSIF v_reserved > 0 THEN
    PERFORM ledger_apply(v_journal, 2, v_interest, v_reserve, v_reserved, 'saving', o_record_id, true);
  END IF;

  UPDATE saving_plan SET subscribed_micro = subscribed_micro + p_amount WHERE id = p_plan;
  -- The time is read last, when no lock is left to wait for.
  v_now := app_now();
  v_starts := date_trunc('day', v_now, 'UTC') + interval '24 hours';
  INSERT INTO saving_record (id, user_id, plan_id, type, currency, principal_micro, daily_rate_ppb, duration_days, status,
    reserved_micro, starts_at, matures_at, next_day_at, created_at)
  VALUES (o_record_id, p_user, p_plan, v_plan.type, v_plan.currency, p_amount, v_plan.daily_rate_ppb, v_plan.duration_days, 'pending',
    v_reserved, v_starts, v_starts + make_interval(hours => 24 * v_plan.duration_days), v_starts, v_now);
  RETURN NEXT;
END
$$;
ALTER FUNCTION saving_subscribe(text, bytea, uuid, uuid, bigint, bigint, integer, text, text) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION saving_subscribe(text, bytea, uuid, uuid, bigint, bigint, integer, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION saving_subscribe(text, bytea, uuid, uuid, bigint, bigint, integer, text, text) TO app_runtime;

-- For the version before, while both run.
CREATE OR REPLACE FUNCTION saving_subscribe(
  p_key text, p_input_hash bytea, p_user uuid, p_plan uuid, p_amount bigint,
  p_expected_rate_ppb bigint DEFAULT NULL, p_expected_days integer DEFAULT NULL
) RETURNS TABLE (o_record_id uuid, o_replayed boolean)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off
  AS $$
BEGIN
  RETURN QUERY SELECT * FROM saving_subscribe(p_key, p_input_hash, p_user, p_plan, p_amount, p_expected_rate_ppb, p_expected_days,
    NULL::text, NULL::text);
END
$$;

-- What a plan's amounts are in never changes under savings that were made with it: capacity and what is
-- subscribed are one sum. A subscription holds the plan's row, so none slips in between.
CREATE FUNCTION saving_plan_kind_guard() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  IF EXISTS (SELECT FROM saving_record r WHERE r.plan_id = OLD.id) THEN
    RAISE EXCEPTION USING ERRCODE = 'XA001', MESSAGE = 'SAVING_PLAN_IN_USE';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER saving_plan_keeps_kind BEFORE UPDATE OF type, currency ON saving_plan
  FOR EACH ROW WHEN ((OLD.type, OLD.currency) IS DISTINCT FROM (NEW.type, NEW.currency))
  EXECUTE FUNCTION saving_plan_kind_guard();

-- Converts in one round trip: 'store' takes p_amount USDT and stores XAUT at the ask, 'retrieve' takes
-- p_amount stored XAUT and pays USDT at the bid. The result is rounded half to even, once. p_limit_e8 is
-- the worst price that the user agreed to, or null. Repeats its first answer for a repeated key.
-- Average cost: storing adds what was paid, retrieving takes the same share of the cost as of the
-- XAUT (half to even), and the last unit takes all that is left of it.
-- A UTC day has 200 conversions at most, DAILY_TRADE_LIMIT; taking out all that is stored is always possible.
CREATE OR REPLACE FUNCTION vault_convert(
  p_key text, p_input_hash bytea, p_user uuid, p_direction text, p_amount bigint, p_limit_e8 bigint
) RETURNS TABLE (o_id uuid, o_available_micro bigint, o_replayed boolean)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off
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

-- Trades that count against today's limit: since 00:00 UTC or the user's last reset. A strategy run counts when
-- it is started, as one; its fills do not.
CREATE OR REPLACE FUNCTION daily_trades_used(p_user uuid) RETURNS integer
  LANGUAGE plpgsql STABLE
  AS $$
DECLARE
  v_since timestamptz := greatest(date_trunc('day', app_now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC',
    (SELECT trade_count_reset_at FROM app_user WHERE id = p_user));
BEGIN
  RETURN (SELECT count(*) FROM trade WHERE user_id = p_user AND type <> 'ai' AND opened_at >= v_since)
    + (SELECT count(*) FROM strategy_run WHERE user_id = p_user AND started_at >= v_since);
END
$$;

-- Allocates p_amount of available USDT to a new run. p_refusal is what the caller already knows to be in the
-- way; a repeated key is still answered as it was the first time. Raises PRODUCT_DISABLED, RISK_NOT_ACCEPTED,
-- TRADE_AMOUNT_OUT_OF_RANGE, TOO_MANY_RUNS, DAILY_TRADE_LIMIT, INSUFFICIENT_BALANCE, IDEMPOTENCY_CONFLICT.
-- p_daily_limit is the site's, null for none; the user's own narrows it.
CREATE FUNCTION start_strategy_run(
  p_refusal text, p_risk_version integer, p_key text, p_input_hash bytea, p_user uuid, p_setup uuid,
  p_strategy text, p_params jsonb, p_interval text, p_amount bigint, p_min bigint, p_max bigint, p_max_runs integer,
  p_daily_limit integer
) RETURNS TABLE (o_run_id uuid, o_available_micro bigint, o_replayed boolean)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off
  AS $$
DECLARE
  v_journal bigint;
  v_hash bytea;
  v_enabled boolean;
  v_min bigint;
  v_max bigint;
  v_daily integer;
  v_available bigint := ledger_account_id(p_user, 'available', 'USDT');
  v_ai bigint := ledger_account_id(p_user, 'ai', 'USDT');
BEGIN
  IF octet_length(p_input_hash) <> 32 OR octet_length(p_key) NOT BETWEEN 1 AND 200 OR p_key IS NULL OR p_input_hash IS NULL THEN
    PERFORM ledger_raise('IDEMPOTENCY_KEY_INVALID');
  END IF;
  o_run_id := uuid_v7();
  INSERT INTO ledger_journal (kind, idempotency_key, input_hash, actor_id, result_id, at)
  VALUES ('ai_allocate', p_key, p_input_hash, p_user, o_run_id, app_now())
  ON CONFLICT (idempotency_key) DO NOTHING
  RETURNING id INTO v_journal;
  IF v_journal IS NULL THEN
    SELECT j.input_hash, j.result_id INTO STRICT v_hash, o_run_id FROM ledger_journal j WHERE j.idempotency_key = p_key;
    IF v_hash <> p_input_hash THEN
      PERFORM ledger_raise('IDEMPOTENCY_CONFLICT');
    END IF;
    SELECT a.balance_micro INTO o_available_micro FROM ledger_account a WHERE a.id = v_available;
    o_replayed := true;
    RETURN NEXT;
    RETURN;
  END IF;

  IF p_refusal IS NOT NULL THEN
    PERFORM ledger_raise(p_refusal);
  END IF;
  SELECT c.ai_enabled, c.min_amount_micro, c.max_amount_micro, c.daily_trade_limit INTO v_enabled, v_min, v_max, v_daily
  FROM trade_config c WHERE c.user_id = p_user;
  IF v_enabled IS FALSE THEN
    PERFORM ledger_raise('PRODUCT_DISABLED');
  END IF;
  IF NOT EXISTS (
    SELECT FROM risk_acceptance r WHERE r.user_id = p_user AND r.product = 'ai' AND r.version = p_risk_version
  ) THEN
    PERFORM ledger_raise('RISK_NOT_ACCEPTED');
  END IF;
  IF p_amount IS NULL OR p_amount <= 0 OR p_amount > 1000000000000000
    OR p_amount < greatest(p_min, v_min) OR p_amount > least(p_max, v_max) THEN
    PERFORM ledger_raise('TRADE_AMOUNT_OUT_OF_RANGE');
  END IF;
  -- The user's rows first: they order this user's requests, so the counts below can't be outrun.
  PERFORM 1 FROM ledger_account a WHERE a.id IN (v_available, v_ai) ORDER BY a.id DESC FOR NO KEY UPDATE;
  IF (SELECT count(*) FROM strategy_run r WHERE r.user_id = p_user AND r.status <> 'stopped') >= p_max_runs THEN
    PERFORM ledger_raise('TOO_MANY_RUNS');
  END IF;
  IF daily_trades_used(p_user) >= least(p_daily_limit, v_daily) THEN
    PERFORM ledger_raise('DAILY_TRADE_LIMIT');
  END IF;
  -- The first candle to decide on is the one now running: what closed before the start is history.
  INSERT INTO strategy_run (id, user_id, setup_id, strategy, params, "interval", allocated_micro, cash_micro, last_candle_at, started_at)
  SELECT o_run_id, p_user, p_setup, p_strategy, p_params, p_interval, p_amount, p_amount,
    coalesce((SELECT c.open_time FROM market_candle c WHERE c."interval" = p_interval AND c.closed
      ORDER BY c.open_time DESC LIMIT 1), app_now() - w.width), app_now()
  FROM market_interval() AS w WHERE w.name = p_interval;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no interval %', p_interval USING ERRCODE = 'invalid_parameter_value';
  END IF;
  PERFORM ledger_apply(v_journal, 1, v_available, v_ai, p_amount, 'strategy_run', o_run_id, false);
  SELECT a.balance_micro INTO o_available_micro FROM ledger_account a WHERE a.id = v_available;
  o_replayed := false;
  RETURN NEXT;
END
$$;
ALTER FUNCTION start_strategy_run(
  text, integer, text, bytea, uuid, uuid, text, jsonb, text, bigint, bigint, bigint, integer, integer) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION start_strategy_run(
  text, integer, text, bytea, uuid, uuid, text, jsonb, text, bigint, bigint, bigint, integer, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION start_strategy_run(
  text, integer, text, bytea, uuid, uuid, text, jsonb, text, bigint, bigint, bigint, integer, integer) TO app_runtime;

-- For the version before, while both run.
CREATE OR REPLACE FUNCTION start_strategy_run(
  p_refusal text, p_risk_version integer, p_key text, p_input_hash bytea, p_user uuid, p_setup uuid,
  p_strategy text, p_params jsonb, p_interval text, p_amount bigint, p_min bigint, p_max bigint, p_max_runs integer
) RETURNS TABLE (o_run_id uuid, o_available_micro bigint, o_replayed boolean)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off
  AS $$
BEGIN
  RETURN QUERY SELECT * FROM start_strategy_run(p_refusal, p_risk_version, p_key, p_input_hash, p_user, p_setup,
    p_strategy, p_params, p_interval, p_amount, p_min, p_max, p_max_runs, NULL::integer);
END
$$;

-- Bought XAUT that left a user otherwise than by a sale, with the position before: no result comes of it.
CREATE TABLE spot_write_off (
  adjustment_id uuid NOT NULL,
  book_id uuid NOT NULL,
  quantity_micro bigint NOT NULL,
  cost_micro bigint NOT NULL,
  position_micro bigint NOT NULL,
  position_cost_micro bigint NOT NULL,
  at timestamptz(3) NOT NULL,
  CONSTRAINT spot_write_off_pkey PRIMARY KEY (adjustment_id)
);
ALTER TABLE spot_write_off OWNER TO ledger_owner;
GRANT SELECT ON spot_write_off TO app_runtime;
CREATE TRIGGER spot_write_off_append_only BEFORE UPDATE OR DELETE ON spot_write_off
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER spot_write_off_no_truncate BEFORE TRUNCATE ON spot_write_off
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Takes out of a user's position what they no longer have, after an adjustment subtracted XAUT: what came without
-- a known cost goes first, and of the cost leaves the same share as of the XAUT, half to even, as with a sale.
-- What is in savings is still theirs. In the transaction of the adjustment.
CREATE FUNCTION spot_write_off(p_adjustment uuid, p_user uuid) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off
  AS $$
DECLARE
  v_held bigint;
  v_position spot_position;
  v_gone bigint;
  v_gone_cost bigint;
BEGIN
  -- Whoever changes the position or moves this XAUT holds this row.
  PERFORM 1 FROM ledger_account WHERE id = ledger_account_id(p_user, 'available', 'XAUT') FOR NO KEY UPDATE;
  SELECT sum(balance_micro) INTO v_held FROM ledger_account
  WHERE owner_id = p_user AND kind IN ('available', 'savings') AND currency = 'XAUT';
  SELECT * INTO v_position FROM spot_position WHERE book_id = p_user;
  v_gone := v_position.quantity_micro - v_held;
  IF v_gone IS NULL OR v_gone <= 0 THEN
    RETURN;
  END IF;
  v_gone_cost := mul_div_half_even(v_position.cost_micro, v_gone, v_position.quantity_micro);
  UPDATE spot_position SET quantity_micro = quantity_micro - v_gone, cost_micro = cost_micro - v_gone_cost WHERE book_id = p_user;
  INSERT INTO spot_write_off (adjustment_id, book_id, quantity_micro, cost_micro, position_micro, position_cost_micro, at)
  VALUES (p_adjustment, p_user, v_gone, v_gone_cost, v_position.quantity_micro, v_position.cost_micro, app_now());
END
$$;
ALTER FUNCTION spot_write_off(uuid, uuid) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION spot_write_off(uuid, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION spot_write_off(uuid, uuid) TO app_runtime;
