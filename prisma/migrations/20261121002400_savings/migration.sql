-- Savings: the functions that subscribe, accrue, refund and pay out, and the house money behind each
-- promise. docs/decisions/savings.md explains the rules.
--
-- A record's profit after n whole days is floor(principal x rate x n / 10^9): accrued_micro holds the
-- units, accrued_carry the rest in 10^-9 units. It is worked out from the dates, so days that were
-- missed are made up exactly. Locks are taken in the order record, plan, user account, house account.

-- Posts many transfers of one journal in one statement, locking their accounts in the global order. Lines
-- follow the arrays. No account may fall below its floor at any line.
CREATE FUNCTION ledger_apply_batch(
  p_journal bigint, p_debits bigint[], p_credits bigint[], p_amounts bigint[], p_reference_type text, p_references uuid[]
) RETURNS void
  LANGUAGE plpgsql
  AS $$
DECLARE
  v_now timestamptz;
  v_posted integer;
BEGIN
  PERFORM 1 FROM ledger_account WHERE id = ANY (p_debits || p_credits) ORDER BY id DESC FOR NO KEY UPDATE;
  v_now := app_now();
  WITH touches AS MATERIALIZED (
    SELECT l.line, side.account, side.delta
    FROM unnest(p_debits, p_credits, p_amounts) WITH ORDINALITY AS l (debit, credit, amount, line)
    CROSS JOIN LATERAL (VALUES (l.debit, -l.amount), (l.credit, l.amount)) AS side (account, delta)
    WHERE l.amount > 0
  ), placed AS (
    SELECT t.line, t.account, t.delta, a.currency, a.floor_micro,
      a.seq + row_number() OVER w AS seq, (a.balance_micro + sum(t.delta) OVER w)::bigint AS balance
    FROM touches t JOIN ledger_account a ON a.id = t.account
    WINDOW w AS (PARTITION BY t.account ORDER BY t.line ROWS UNBOUNDED PRECEDING)
  ), posted AS (
    INSERT INTO ledger_transfer (at, journal_id, line, debit_account_id, credit_account_id, amount_micro, currency,
      debit_seq, debit_balance_micro, credit_seq, credit_balance_micro, reference_type, reference_id)
    SELECT v_now, p_journal, p.line::integer, min(p.account) FILTER (WHERE p.delta < 0), min(p.account) FILTER (WHERE p.delta > 0),
      max(p.delta), min(p.currency), min(p.seq) FILTER (WHERE p.delta < 0), min(p.balance) FILTER (WHERE p.delta < 0),
      min(p.seq) FILTER (WHERE p.delta > 0), min(p.balance) FILTER (WHERE p.delta > 0),
      p_reference_type, p_references[p.line::integer]
    FROM placed p GROUP BY p.line
    HAVING min(p.currency) = max(p.currency) AND bool_and(coalesce(p.balance >= p.floor_micro, true))
    RETURNING 1
  ), moved AS (
    UPDATE ledger_account a SET balance_micro = a.balance_micro + s.delta, seq = a.seq + s.n
    FROM (SELECT t.account, sum(t.delta)::bigint AS delta, count(*) AS n FROM touches t GROUP BY t.account) s
    WHERE a.id = s.account
  )
  SELECT count(*) INTO v_posted FROM posted;
  IF v_posted <> cardinality(p_amounts) THEN
    RAISE EXCEPTION 'posted % of % transfers', v_posted, cardinality(p_amounts);
  END IF;
END
$$;

ALTER TABLE saving_record
  -- The next moment at which a day is to be counted; null once closed.
  ADD COLUMN next_day_at timestamptz(3),
  -- Since when the house could not fund a flexible record's coming days in full.
  ADD COLUMN funding_short_at timestamptz(3);
DROP INDEX saving_record_live;
CREATE INDEX saving_record_due ON saving_record (next_day_at) WHERE next_day_at IS NOT NULL;

-- The terms of a record never change, whoever asks.
CREATE FUNCTION saving_terms_guard() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  RAISE EXCEPTION 'a saving keeps the terms it was made with' USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER saving_record_terms
  AFTER UPDATE OF id, user_id, plan_id, type, currency, principal_micro, daily_rate_ppb, duration_days, starts_at, matures_at
  ON saving_record FOR EACH ROW EXECUTE FUNCTION saving_terms_guard();
CREATE TRIGGER saving_record_no_removal BEFORE DELETE ON saving_record
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- What happened to records that their owners have not been told yet, as with trade_news.
CREATE TABLE saving_news (
  id bigint GENERATED ALWAYS AS IDENTITY,
  record_id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- active, matured, short (the coming days are not funded), paused (no day is), funded (again).
  kind text NOT NULL,
  CONSTRAINT saving_news_pkey PRIMARY KEY (id)
);

-- Only the functions below write records and count what a plan has taken in.
REVOKE INSERT, UPDATE ON saving_record FROM app_runtime;
REVOKE UPDATE ON saving_plan FROM app_runtime;
GRANT UPDATE (name, description, type, currency, daily_rate_ppb, duration_days, min_amount_micro, max_amount_micro,
  capacity_micro, is_active, deleted_at, updated_at) ON saving_plan TO app_runtime;
GRANT SELECT, UPDATE ON saving_plan TO ledger_owner;
GRANT SELECT, INSERT, UPDATE ON saving_record TO ledger_owner;
GRANT INSERT ON saving_news TO ledger_owner;
GRANT SELECT, UPDATE, DELETE ON saving_news TO app_runtime;

CREATE FUNCTION saving_plan_guard() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  IF NEW.subscribed_micro <> 0 THEN
    RAISE EXCEPTION 'a new plan has no subscriptions' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER saving_plan_starts_empty BEFORE INSERT ON saving_plan
  FOR EACH ROW EXECUTE FUNCTION saving_plan_guard();

-- Simple interest of p_days whole days in units, rounded down. The rate is in parts per billion a day.
CREATE FUNCTION saving_interest(p_principal bigint, p_rate_ppb bigint, p_days integer) RETURNS bigint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT div(p_principal::numeric * p_rate_ppb * p_days, 1000000000)::bigint $$;

-- The most days whose interest p_reserved covers. The rate must not be zero.
CREATE FUNCTION saving_funded_days(p_principal bigint, p_rate_ppb bigint, p_reserved bigint) RETURNS integer
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT least(div((p_reserved::numeric + 1) * 1000000000 - 1, p_principal::numeric * p_rate_ppb), 1000000)::integer $$;

-- Days of interest that the house keeps set aside ahead for each flexible record.
CREATE FUNCTION saving_horizon_days() RETURNS integer
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT 30 $$;

-- Locks what counting the days of p_ids and closing p_closing will touch, in the global order. The caller
-- holds the records themselves.
CREATE FUNCTION saving_lock(p_ids uuid[], p_closing uuid[]) RETURNS void
  LANGUAGE plpgsql
  AS $$
DECLARE
  v_plans uuid[];
  v_accounts bigint[];
BEGIN
  SELECT array_agg(DISTINCT r.plan_id) INTO v_plans FROM saving_record r WHERE r.id = ANY (p_closing);
  PERFORM 1 FROM saving_plan p WHERE p.id = ANY (v_plans) ORDER BY p.id FOR NO KEY UPDATE;
  SELECT array_agg(DISTINCT a.id) INTO v_accounts FROM saving_record r
  JOIN ledger_account a ON a.owner_id = r.user_id AND a.kind IN ('available', 'savings') AND a.currency = r.currency AND a.shard = 0
  WHERE r.id = ANY (p_closing);
  SELECT v_accounts || array_agg(DISTINCT h.id) INTO v_accounts FROM saving_record r
  CROSS JOIN LATERAL (VALUES (CASE r.currency WHEN 'USDT' THEN -5 ELSE -6 END), (CASE r.currency WHEN 'USDT' THEN -9 ELSE -10 END)) AS h (id)
  WHERE r.id = ANY (p_ids);
  PERFORM 1 FROM ledger_account a WHERE a.id = ANY (v_accounts) ORDER BY a.id DESC FOR NO KEY UPDATE;
END
$$;

-- Counts the days of started records up to p_now and sets aside the coming days of flexible ones. A
-- flexible record earns for funded days only: days that the house can't fund now are made up when it can.
-- The caller holds the locks of saving_lock().
CREATE FUNCTION saving_advance(p_ids uuid[], p_now timestamptz) RETURNS void
  LANGUAGE plpgsql
  AS $$
DECLARE
  v_usdt bigint;
  v_xaut bigint;
  v_journal bigint;
BEGIN
  WITH due AS (
    SELECT r.id, r.user_id, r.type, r.currency, r.status, r.principal_micro, r.daily_rate_ppb, r.reserved_micro, r.days_accrued,
      r.funding_short_at, floor(extract(epoch FROM r.next_day_at - r.starts_at) / 86400)::integer - 1 AS counted,
      least(floor(extract(epoch FROM p_now - r.starts_at) / 86400), coalesce(r.duration_days, 1000000))::integer AS elapsed
    FROM saving_record r
    WHERE r.id = ANY (p_ids) AND r.status IN ('pending', 'active') AND r.starts_at <= p_now
  ), needs AS (
    SELECT d.*, CASE d.type WHEN 'fixed' THEN 0 ELSE greatest(
      saving_interest(d.principal_micro, d.daily_rate_ppb, d.elapsed + saving_horizon_days()) - d.reserved_micro, 0) END AS need
    FROM due d
  ), grants AS (
    -- In order of age, for as long as the interest account lasts.
    SELECT n.*, greatest(least(n.need, house.balance_micro - (sum(n.need) OVER w - n.need)), 0)::bigint AS granted
    FROM needs n JOIN ledger_account house ON house.id = CASE n.currency WHEN 'USDT' THEN -5 ELSE -6 END
    WINDOW w AS (PARTITION BY n.currency ORDER BY n.id ROWS UNBOUNDED PRECEDING)
  ), progress AS MATERIALIZED (
    SELECT g.*, CASE WHEN g.type = 'fixed' OR g.daily_rate_ppb = 0 THEN g.elapsed
      ELSE least(g.elapsed, saving_funded_days(g.principal_micro, g.daily_rate_ppb, g.reserved_micro + g.granted)) END AS days
    FROM grants g
  ), counted AS (
    UPDATE saving_record r SET status = 'active', reserved_micro = r.reserved_micro + p.granted, days_accrued = p.days,
      accrued_micro = saving_interest(r.principal_micro, r.daily_rate_ppb, p.days),
      accrued_carry = mod(r.principal_micro::numeric * r.daily_rate_ppb * p.days, 1000000000)::bigint,
      next_day_at = date_trunc('day', p_now, 'UTC') + interval '24 hours',
      funding_short_at = CASE WHEN p.granted < p.need THEN coalesce(r.funding_short_at, p_now) END
    FROM progress p WHERE r.id = p.id
  ), told AS (
    INSERT INTO saving_news (record_id, user_id, kind)
    SELECT p.id, p.user_id, n.kind FROM progress p CROSS JOIN LATERAL (VALUES
      ('active', p.status = 'pending'),
      ('short', p.granted < p.need AND p.funding_short_at IS NULL),
      ('paused', p.days < p.elapsed AND NOT (p.status = 'active' AND p.days_accrued < p.counted)),
      ('funded', p.granted = p.need AND p.funding_short_at IS NOT NULL)
    ) AS n (kind, is_new) WHERE n.is_new
  )
  SELECT sum(p.granted) FILTER (WHERE p.currency = 'USDT'), sum(p.granted) FILTER (WHERE p.currency = 'XAUT')
  INTO v_usdt, v_xaut FROM progress p;
  IF v_usdt > 0 OR v_xaut > 0 THEN
    v_journal := ledger_begin('saving_reserve', 'saving-reserve:' || uuid_v7(), sha256('saving-reserve'), NULL);
    PERFORM ledger_apply(v_journal, (row_number() OVER (ORDER BY m.debit DESC))::integer, m.debit, m.credit, m.amount, 'saving', NULL, true)
    FROM (VALUES (-5, -9, v_usdt), (-6, -10, v_xaut)) AS m (debit, credit, amount) WHERE m.amount > 0;
  END IF;
END
$$;

-- Closes records whose days are counted and pays: the principal always; the profit when the term is over or
-- the record is flexible; what stays of the reserve goes back to the interest account. One journal for the
-- principals (p_journal), one for the profits (p_interest_key).
CREATE FUNCTION saving_close(p_ids uuid[], p_now timestamptz, p_journal bigint, p_interest_key text, p_actor uuid) RETURNS void
  LANGUAGE plpgsql
  AS $$
DECLARE
  v_closed uuid[];
  v_profits bigint[];
  v_leg record;
BEGIN
  SELECT array_agg(r.id ORDER BY r.id), array_agg(CASE
      WHEN r.status = 'active' AND (r.type = 'flexible' OR r.days_accrued = r.duration_days) THEN r.accrued_micro ELSE 0
    END ORDER BY r.id)
  INTO v_closed, v_profits FROM saving_record r WHERE r.id = ANY (p_ids) AND r.status IN ('pending', 'active');
  IF cardinality(v_closed) IS DISTINCT FROM cardinality(p_ids) THEN
    RAISE EXCEPTION 'only live records can be closed';
  END IF;

  FOR v_leg IN
    SELECT legs.paid, array_agg(legs.debit ORDER BY legs.id, legs.part) AS debits, array_agg(legs.credit ORDER BY legs.id, legs.part) AS credits,
      array_agg(legs.amount ORDER BY legs.id, legs.part) AS amounts, array_agg(legs.id ORDER BY legs.id, legs.part) AS records
    FROM (
      SELECT r.id, x.part, x.paid, x.debit, x.credit, x.amount
      FROM unnest(v_closed, v_profits) AS c (id, profit) JOIN saving_record r ON r.id = c.id
      JOIN ledger_account s ON s.owner_id = r.user_id AND s.kind = 'savings' AND s.currency = r.currency AND s.shard = 0
      JOIN ledger_account a ON a.owner_id = r.user_id AND a.kind = 'available' AND a.currency = r.currency AND a.shard = 0
      CROSS JOIN LATERAL (SELECT CASE r.currency WHEN 'USDT' THEN -5 ELSE -6 END AS interest,
        CASE r.currency WHEN 'USDT' THEN -9 ELSE -10 END AS reserve) AS house
      CROSS JOIN LATERAL (VALUES
        (1, false, s.id, a.id, r.principal_micro),
        (2, false, house.reserve, house.interest, r.reserved_micro - c.profit),
        (3, true, house.reserve, a.id, c.profit)
      ) AS x (part, paid, debit, credit, amount)
      WHERE x.amount <> 0
    ) AS legs GROUP BY legs.paid ORDER BY legs.paid
  LOOP
    PERFORM ledger_apply_batch(CASE WHEN v_leg.paid
        THEN ledger_begin('saving_interest', p_interest_key, sha256('saving-interest'), p_actor) ELSE p_journal END,
      v_leg.debits, v_leg.credits, v_leg.amounts, 'saving', v_leg.records);
  END LOOP;

  UPDATE saving_plan p SET subscribed_micro = p.subscribed_micro - d.principal
  FROM (SELECT r.plan_id, sum(r.principal_micro)::bigint AS principal FROM saving_record r
    WHERE r.id = ANY (v_closed) GROUP BY r.plan_id) AS d
  WHERE p.id = d.plan_id;
  UPDATE saving_record r SET closed_at = p_now, paid_principal_micro = r.principal_micro, paid_profit_micro = c.profit,
    status = CASE WHEN r.status = 'active' AND (r.type = 'flexible' OR r.days_accrued = r.duration_days) THEN 'completed' ELSE 'cancelled' END,
    reserved_micro = 0, next_day_at = NULL, funding_short_at = NULL
  FROM unnest(v_closed, v_profits) AS c (id, profit) WHERE r.id = c.id;
END
$$;

-- Subscribes a user to a plan: the amount goes to their savings, the interest that it will cost is set
-- aside by the house (a fixed term in full, the first days of a flexible one), and the plan's terms are
-- copied to the record. It earns from the next 00:00 UTC. Repeats its first answer for a repeated key.
-- The expected terms, when given, are those that the user agreed to.
CREATE FUNCTION saving_subscribe(
  p_key text, p_input_hash bytea, p_user uuid, p_plan uuid, p_amount bigint,
  p_expected_rate_ppb bigint DEFAULT NULL, p_expected_days integer DEFAULT NULL
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
    AND (p_expected_rate_ppb, p_expected_days) IS DISTINCT FROM (v_plan.daily_rate_ppb, v_plan.duration_days) THEN
    PERFORM ledger_raise('SAVING_TERMS_CHANGED');
  ELSIF p_amount IS NULL OR p_amount < v_plan.min_amount_micro THEN
    PERFORM ledger_raise('SAVING_BELOW_MINIMUM');
  ELSIF p_amount > coalesce(v_plan.max_amount_micro, 1000000000000000) THEN
    PERFORM ledger_raise('SAVING_ABOVE_MAXIMUM');
  ELSIF v_plan.subscribed_micro + p_amount > v_plan.capacity_micro THEN
    PERFORM ledger_raise('SAVING_CAPACITY_FULL');
  END IF;

  v_reserved := saving_interest(p_amount, v_plan.daily_rate_ppb, coalesce(v_plan.duration_days, saving_horizon_days()));
  v_available := ledger_account_id(p_user, 'available', v_plan.currency);
  v_savings := ledger_account_id(p_user, 'savings', v_plan.currency);
  v_interest := CASE v_plan.currency WHEN 'USDT' THEN -5 ELSE -6 END;
  v_reserve := CASE v_plan.currency WHEN 'USDT' THEN -9 ELSE -10 END;
  PERFORM 1 FROM ledger_account WHERE id = ANY (ARRAY[v_available, v_savings, v_interest, v_reserve]) ORDER BY id DESC FOR NO KEY UPDATE;
  PERFORM ledger_apply(v_journal, 1, v_available, v_savings, p_amount, 'saving', o_record_id, true);
  IF v_reserved > 0 THEN
    IF v_reserved > (SELECT balance_micro FROM ledger_account WHERE id = v_interest) THEN
      PERFORM ledger_raise('SAVING_NOT_FUNDED');
    END IF;
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

-- Ends a user's record now: its days are counted first, so it does not matter whether the daily work has
-- been here yet. Repeats its first answer for a repeated key.
CREATE FUNCTION saving_refund(p_key text, p_input_hash bytea, p_user uuid, p_record uuid)
  RETURNS TABLE (o_principal_micro bigint, o_profit_micro bigint, o_replayed boolean)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off
  AS $$
DECLARE
  v_journal bigint := ledger_begin('saving_refund', p_key, p_input_hash, p_user);
  v_status text;
  v_now timestamptz;
BEGIN
  o_replayed := v_journal IS NULL;
  IF NOT o_replayed THEN
    SELECT r.status INTO v_status FROM saving_record r WHERE r.id = p_record AND r.user_id = p_user FOR NO KEY UPDATE;
    IF v_status IS NULL THEN
      PERFORM ledger_raise('NOT_FOUND');
    ELSIF v_status NOT IN ('pending', 'active') THEN
      PERFORM ledger_raise('SAVING_CLOSED');
    END IF;
    PERFORM saving_lock(ARRAY[p_record], ARRAY[p_record]);
    v_now := app_now();
    PERFORM saving_advance(ARRAY[p_record], v_now);
    PERFORM saving_close(ARRAY[p_record], v_now, v_journal, p_key || ':interest', p_user);
  END IF;
  SELECT r.paid_principal_micro, r.paid_profit_micro INTO STRICT o_principal_micro, o_profit_micro
  FROM saving_record r WHERE r.id = p_record AND r.user_id = p_user;
  RETURN NEXT;
END
$$;

-- Starts, counts and pays out what is due, at most p_limit records: any number of workers at once, each
-- skips what others hold. However many days were missed, one pass makes them up. Returns how many it was.
CREATE FUNCTION run_savings_day(p_limit integer DEFAULT 1000) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off
  AS $$
DECLARE
  v_now timestamptz := app_now();
  v_ids uuid[];
  v_matured uuid[];
  v_run uuid := uuid_v7();
BEGIN
  SELECT array_agg(d.id), array_agg(d.id) FILTER (WHERE d.matures_at <= v_now) INTO v_ids, v_matured FROM (
    SELECT r.id, r.matures_at FROM saving_record r WHERE r.next_day_at <= v_now
    ORDER BY r.next_day_at LIMIT p_limit FOR NO KEY UPDATE SKIP LOCKED
  ) AS d;
  IF v_ids IS NULL THEN
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

ALTER FUNCTION ledger_apply_batch(bigint, bigint[], bigint[], bigint[], text, uuid[]) OWNER TO ledger_owner;
ALTER FUNCTION saving_terms_guard() OWNER TO ledger_owner;
ALTER FUNCTION saving_plan_guard() OWNER TO ledger_owner;
ALTER FUNCTION saving_interest(bigint, bigint, integer) OWNER TO ledger_owner;
ALTER FUNCTION saving_funded_days(bigint, bigint, bigint) OWNER TO ledger_owner;
ALTER FUNCTION saving_horizon_days() OWNER TO ledger_owner;
ALTER FUNCTION saving_lock(uuid[], uuid[]) OWNER TO ledger_owner;
ALTER FUNCTION saving_advance(uuid[], timestamptz) OWNER TO ledger_owner;
ALTER FUNCTION saving_close(uuid[], timestamptz, bigint, text, uuid) OWNER TO ledger_owner;
ALTER FUNCTION saving_subscribe(text, bytea, uuid, uuid, bigint, bigint, integer) OWNER TO ledger_owner;
ALTER FUNCTION saving_refund(text, bytea, uuid, uuid) OWNER TO ledger_owner;
ALTER FUNCTION run_savings_day(integer) OWNER TO ledger_owner;

REVOKE ALL ON FUNCTION
  ledger_apply_batch(bigint, bigint[], bigint[], bigint[], text, uuid[]),
  saving_interest(bigint, bigint, integer),
  saving_funded_days(bigint, bigint, bigint),
  saving_horizon_days(),
  saving_lock(uuid[], uuid[]),
  saving_advance(uuid[], timestamptz),
  saving_close(uuid[], timestamptz, bigint, text, uuid),
  saving_subscribe(text, bytea, uuid, uuid, bigint, bigint, integer),
  saving_refund(text, bytea, uuid, uuid),
  run_savings_day(integer)
  FROM PUBLIC;
GRANT EXECUTE ON FUNCTION
  saving_interest(bigint, bigint, integer),
  saving_funded_days(bigint, bigint, bigint),
  saving_horizon_days(),
  saving_subscribe(text, bytea, uuid, uuid, bigint, bigint, integer),
  saving_refund(text, bytea, uuid, uuid),
  run_savings_day(integer)
  TO app_runtime;
