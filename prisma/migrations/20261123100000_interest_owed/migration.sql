-- Interest money that flexible savings wait for is theirs: no new saving takes it, and they have it as soon as it is there.

-- Ids grow with time, so with them the oldest come first also where one batch can't take all. The old indexes go last: that
-- locks readers out, and building the new ones takes longer.
CREATE INDEX saving_record_next_day ON saving_record (next_day_at, id) WHERE next_day_at IS NOT NULL;
CREATE INDEX saving_record_waiting ON saving_record (currency, id) WHERE funding_short_at IS NOT NULL;
DROP INDEX saving_record_due;
DROP INDEX saving_record_short;

-- Subscribes a user to a plan: the amount goes to their savings, the interest that it will cost is set
-- aside by the house (a fixed term in full, the first days of a flexible one), and the plan's terms are
-- copied to the record. It earns from the next 00:00 UTC. Repeats its first answer for a repeated key.
-- The expected terms are those that the user agreed to; each may be null: not said.
CREATE OR REPLACE FUNCTION saving_subscribe(
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
  v_needed bigint;
  v_balance bigint;
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
  v_needed := saving_interest(coalesce(v_plan.capacity_micro - v_plan.subscribed_micro, v_plan.max_amount_micro, p_amount),
    v_plan.daily_rate_ppb, v_days);
  SELECT balance_micro INTO v_balance FROM ledger_account WHERE id = v_interest;
  -- What flexible savings wait for is theirs. Adding it up reads each of them, so only where the balance would do.
  IF v_needed > v_balance THEN
    PERFORM ledger_raise('SAVING_NOT_FUNDED');
  ELSIF v_needed > 0 AND v_needed > v_balance - house_required('interest', v_plan.currency) THEN
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

-- Starts, counts and pays out what is due, then gives savings that wait for interest what there is of it, at most p_limit
-- records: any number of workers at once, each skips what others hold. However many days were missed, one pass makes them
-- up. Returns how many it was.
CREATE OR REPLACE FUNCTION run_savings_day(p_limit integer DEFAULT 1000) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off
  AS $$
DECLARE
  v_now timestamptz := app_now();
  v_ids uuid[];
  v_currency text;
  v_matured uuid[];
  v_run uuid := uuid_v7();
BEGIN
  SELECT coalesce(array_agg(d.id), '{}'), array_agg(d.id) FILTER (WHERE d.matures_at <= v_now) INTO v_ids, v_matured FROM (
    SELECT r.id, r.matures_at FROM saving_record r WHERE r.next_day_at <= v_now
    ORDER BY r.next_day_at, r.id LIMIT p_limit FOR NO KEY UPDATE SKIP LOCKED
  ) AS d;
  -- The first of them gets some while there is any, so each pass ends a wait or uses the money up; with none they are left
  -- alone. Those of today only: what another worker has already taken into the next day must not be counted back.
  FOR v_currency IN SELECT a.currency FROM ledger_account a WHERE a.id IN (-5, -6) AND a.balance_micro > 0 LOOP
    v_ids := v_ids || ARRAY(
      SELECT r.id FROM saving_record r
      WHERE r.funding_short_at IS NOT NULL AND r.currency = v_currency
        AND r.next_day_at = date_trunc('day', v_now, 'UTC') + interval '24 hours'
      ORDER BY r.id LIMIT p_limit - cardinality(v_ids) FOR NO KEY UPDATE SKIP LOCKED);
  END LOOP;
  IF cardinality(v_ids) = 0 THEN
    RETURN 0;
  END IF;
  PERFORM saving_lock(v_ids, v_matured);
  PERFORM saving_advance(v_ids, v_now);
  IF v_matured IS NOT NULL THEN
    PERFORM saving_close(v_matured, v_now, ledger_begin('saving_mature', 'saving-mature:' || v_run, sha256('saving-mature'), NULL),
      'saving-mature:' || v_run || ':interest', NULL);
    INSERT INTO saving_news (record_id, user_id, kind)
    SELECT r.id, r.user_id, 'matured' FROM saving_record r WHERE r.id = ANY (v_matured);
  END IF;
  RETURN cardinality(v_ids);
END
$$;
