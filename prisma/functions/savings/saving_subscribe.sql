-- Subscribes a user to a plan: the amount goes to their savings, the interest that it will cost
-- is set aside by the house (a fixed term in full, the first days of a flexible one), and the
-- plan's terms are copied to the record. It earns from the next 00:00 UTC. The plan's maximum is
-- of all that one person has in it. The function of seven
-- arguments is the earlier version's.
-- Arguments: p_amount is micro-units of the plan's currency. The expected terms are those that
--   the user agreed to; each may be null: not said. p_key (1 to 200 bytes) names the event,
--   p_input_hash (32 bytes, SHA-256) its input: a repeated key with the same input repeats the
--   first answer.
-- Returns: the record's id, and whether this was a repeat.
-- Raises: IDEMPOTENCY_KEY_INVALID, IDEMPOTENCY_CONFLICT (the key was used with other input),
--   NOT_FOUND, SAVING_PLAN_INACTIVE, SAVING_TERMS_CHANGED, SAVING_BELOW_MINIMUM,
--   SAVING_ABOVE_MAXIMUM, SAVING_CAPACITY_FULL, SAVING_NOT_FUNDED, and those of
--   ledger_account_id and ledger_apply.
-- Locks: the journal's key, the plan's row, then the user's available and savings and the
--   house's interest and interest reserve, ids descending.
CREATE OR REPLACE FUNCTION saving_subscribe(
  p_key text,
  p_input_hash bytea,
  p_user uuid,
  p_plan uuid,
  p_amount bigint,
  p_expected_rate_ppb bigint DEFAULT NULL,
  p_expected_days integer DEFAULT NULL
)
  RETURNS TABLE (o_record_id uuid, o_replayed boolean)
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
BEGIN
  RETURN QUERY SELECT * FROM saving_subscribe(p_key, p_input_hash, p_user, p_plan, p_amount, p_expected_rate_ppb, p_expected_days,
    NULL::text, NULL::text);
END
$$;

ALTER FUNCTION saving_subscribe(text, bytea, uuid, uuid, bigint, bigint, integer) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION saving_subscribe(text, bytea, uuid, uuid, bigint, bigint, integer) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION saving_subscribe(text, bytea, uuid, uuid, bigint, bigint, integer) TO app_runtime;

CREATE OR REPLACE FUNCTION saving_subscribe(
  p_key text,
  p_input_hash bytea,
  p_user uuid,
  p_plan uuid,
  p_amount bigint,
  p_expected_rate_ppb bigint,
  p_expected_days integer,
  p_expected_type text,
  p_expected_currency text
)
  RETURNS TABLE (o_record_id uuid, o_replayed boolean)
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
DECLARE
  v_journal bigint;
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
  SELECT b.o_journal, b.o_result INTO v_journal, o_record_id
  FROM ledger_begin_result('saving_subscribe', p_key, p_input_hash, p_user, uuid_v7()) b;
  o_replayed := false;
  IF v_journal IS NULL THEN
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
  ELSIF p_amount > 1000000000000000 OR p_amount > v_plan.max_amount_micro - (
      -- What this person has in it already; the plan's row puts their subscriptions in line.
      SELECT coalesce(sum(r.principal_micro), 0) FROM saving_record r
      WHERE r.user_id = p_user AND r.plan_id = p_plan AND r.status IN ('pending', 'active')) THEN
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

ALTER FUNCTION saving_subscribe(text, bytea, uuid, uuid, bigint, bigint, integer, text, text) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION saving_subscribe(text, bytea, uuid, uuid, bigint, bigint, integer, text, text) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION saving_subscribe(text, bytea, uuid, uuid, bigint, bigint, integer, text, text) TO app_runtime;
