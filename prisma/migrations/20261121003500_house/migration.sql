-- The house's own money: transfers between its accounts and from and to the outside, and what staff see of the
-- site's health. docs/decisions/house.md explains the rules.

-- One row a transfer, with the balances that it found and left (of a pool: of all its shards together).
CREATE TABLE house_transfer (
  id uuid NOT NULL DEFAULT uuid_v7(),
  from_kind text NOT NULL,
  to_kind text NOT NULL,
  currency text NOT NULL,
  amount_micro bigint NOT NULL,
  from_before_micro bigint NOT NULL,
  from_after_micro bigint NOT NULL,
  to_before_micro bigint NOT NULL,
  to_after_micro bigint NOT NULL,
  reason text NOT NULL,
  -- What proves money from or to the outside: a transaction hash, a line of a statement.
  reference text,
  actor_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT app_now(),
  CONSTRAINT house_transfer_pkey PRIMARY KEY (id)
);
ALTER TABLE house_transfer OWNER TO ledger_owner;
CREATE TRIGGER house_transfer_append_only BEFORE UPDATE OR DELETE ON house_transfer
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER house_transfer_no_truncate BEFORE TRUNCATE ON house_transfer
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
GRANT SELECT ON house_transfer TO app_runtime;

-- The least that an account must keep for what the house already owes out of it. Collateral of open options and
-- interest of running terms need nothing here: they are in escrow and in the interest reserve, which no transfer touches.
CREATE FUNCTION house_required(p_kind text, p_currency text) RETURNS bigint
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off
  AS $$
BEGIN
  IF p_kind = 'interest' THEN
    -- Days of flexible savings that wait for money, and the coming ones that are not set aside.
    RETURN (SELECT coalesce(sum(greatest(saving_interest(r.principal_micro, r.daily_rate_ppb,
        greatest(floor(extract(epoch FROM app_now() - r.starts_at) / 86400), 0)::integer + saving_horizon_days()) - r.reserved_micro, 0)), 0)::bigint
      FROM saving_record r WHERE r.funding_short_at IS NOT NULL AND r.currency = p_currency);
  ELSIF p_kind = 'referral' THEN
    -- Commissions earned and not paid yet; one that the job has not seen yet counts with its whole fee.
    RETURN (SELECT coalesce(sum(referral_commission(d.fee_micro, coalesce(d.rate_ppm, 1000000))), 0)::bigint FROM referral_due d);
  END IF;
  RETURN 0;
END
$$;

-- Moves money between two house accounts of a currency. One side is always the treasury: staff fund a purse from it
-- or take what a purse has too much back to it, and money from or to the outside passes through it. Escrow, the
-- interest reserve and users are out of reach. A pool gives from its shards by what they hold and receives evenly.
-- Repeats its first answer for a repeated key.
CREATE FUNCTION house_transfer(
  p_key text, p_input_hash bytea, p_actor uuid, p_from text, p_to text, p_currency text, p_amount bigint,
  p_reason text, p_reference text
) RETURNS TABLE (o_transfer_id uuid, o_replayed boolean)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off
  AS $$
DECLARE
  c_purses CONSTANT text[] := ARRAY['external', 'option_pool', 'inventory', 'fees', 'interest', 'referral'];
  v_journal bigint;
  v_hash bytea;
  v_from bigint;
  v_to bigint;
BEGIN
  IF octet_length(p_input_hash) <> 32 OR octet_length(p_key) NOT BETWEEN 1 AND 200 OR p_key IS NULL OR p_input_hash IS NULL THEN
    PERFORM ledger_raise('IDEMPOTENCY_KEY_INVALID');
  END IF;
  o_transfer_id := uuid_v7();
  o_replayed := false;
  INSERT INTO ledger_journal (kind, idempotency_key, input_hash, actor_id, result_id, at)
  VALUES (CASE WHEN 'external' IN (p_from, p_to) THEN 'house_funding' ELSE 'house_transfer' END,
    p_key, p_input_hash, p_actor, o_transfer_id, app_now())
  ON CONFLICT (idempotency_key) DO NOTHING RETURNING id INTO v_journal;
  IF v_journal IS NULL THEN
    SELECT j.input_hash, j.result_id INTO STRICT v_hash, o_transfer_id FROM ledger_journal j WHERE j.idempotency_key = p_key;
    IF v_hash <> p_input_hash THEN
      PERFORM ledger_raise('IDEMPOTENCY_CONFLICT');
    END IF;
    o_replayed := true;
    RETURN NEXT;
    RETURN;
  END IF;

  IF p_actor IS NULL OR p_reason IS NULL OR p_amount IS NULL OR p_amount NOT BETWEEN 1 AND 1000000000000000
    OR ((p_from = 'treasury' AND p_to = ANY (c_purses)) OR (p_to = 'treasury' AND p_from = ANY (c_purses))) IS NOT TRUE
    -- Fees are income: they fill by themselves.
    OR p_to = 'fees' THEN
    PERFORM ledger_raise('HOUSE_TRANSFER_INVALID');
  END IF;
  PERFORM 1 FROM ledger_account a
  WHERE a.owner_id IS NULL AND a.kind IN (p_from, p_to) AND a.currency = p_currency
  ORDER BY a.id DESC FOR NO KEY UPDATE;
  SELECT sum(a.balance_micro) FILTER (WHERE a.kind = p_from), sum(a.balance_micro) FILTER (WHERE a.kind = p_to)
  INTO v_from, v_to FROM ledger_account a
  WHERE a.owner_id IS NULL AND a.kind IN (p_from, p_to) AND a.currency = p_currency;
  IF v_from IS NULL OR v_to IS NULL THEN
    PERFORM ledger_raise('HOUSE_TRANSFER_INVALID');
  ELSIF p_from <> 'external' AND v_from - p_amount < 0 THEN
    PERFORM ledger_raise('HOUSE_INSUFFICIENT');
  ELSIF p_from <> 'external' AND v_from - p_amount < house_required(p_from, p_currency) THEN
    PERFORM ledger_raise('HOUSE_BELOW_OBLIGATIONS');
  END IF;

  PERFORM ledger_apply(v_journal, l.line::integer, l.debit, l.credit, l.amount, 'house_transfer', o_transfer_id, false)
  FROM (
    -- One side has one row, so the pairs are the other side's shards. Cumulated before they are rounded, the parts
    -- add up to the amount and none is above what its shard holds.
    SELECT p.*, row_number() OVER (ORDER BY p.debit DESC, p.credit DESC) AS line FROM (
      SELECT d.id AS debit, c.id AS credit, CASE WHEN d.shards > 1
        THEN div(p_amount::numeric * d.upto, v_from) - div(p_amount::numeric * (d.upto - d.balance_micro), v_from)
        ELSE div(p_amount::numeric * c.place, c.shards) - div(p_amount::numeric * (c.place - 1), c.shards)
        END::bigint AS amount
      FROM (
        SELECT a.id, a.balance_micro, count(*) OVER () AS shards,
          sum(a.balance_micro) OVER (ORDER BY a.id DESC ROWS UNBOUNDED PRECEDING) AS upto
        FROM ledger_account a WHERE a.owner_id IS NULL AND a.kind = p_from AND a.currency = p_currency
      ) AS d CROSS JOIN (
        SELECT a.id, count(*) OVER () AS shards, row_number() OVER (ORDER BY a.id DESC) AS place
        FROM ledger_account a WHERE a.owner_id IS NULL AND a.kind = p_to AND a.currency = p_currency
      ) AS c
    ) AS p WHERE p.amount > 0
  ) AS l;
  INSERT INTO house_transfer (id, from_kind, to_kind, currency, amount_micro, from_before_micro, from_after_micro,
    to_before_micro, to_after_micro, reason, reference, actor_id)
  VALUES (o_transfer_id, p_from, p_to, p_currency, p_amount, v_from, v_from - p_amount, v_to, v_to + p_amount,
    p_reason, p_reference, p_actor);
  RETURN NEXT;
END
$$;
ALTER FUNCTION house_required(text, text) OWNER TO ledger_owner;
ALTER FUNCTION house_transfer(text, bytea, uuid, text, text, text, bigint, text, text) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION house_required(text, text),
  house_transfer(text, bytea, uuid, text, text, text, bigint, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION house_required(text, text),
  house_transfer(text, bytea, uuid, text, text, text, bigint, text, text) TO app_runtime;

-- Lists of everybody's savings, newest first, by state, plan or type; and who waits for money.
DROP INDEX saving_record_plan_id_status_idx;
CREATE INDEX saving_record_plan_id_status_id_idx ON saving_record (plan_id, status, id DESC);
CREATE INDEX saving_record_plan_id_id_idx ON saving_record (plan_id, id DESC);
CREATE INDEX saving_record_status_id_idx ON saving_record (status, id DESC);
CREATE INDEX saving_record_type_id_idx ON saving_record (type, id DESC);
CREATE INDEX saving_record_short ON saving_record (currency) WHERE funding_short_at IS NOT NULL;

-- Turnover by UTC day and product, counted by a job: a page must not add up a month of trades.
CREATE TABLE product_day (
  day date NOT NULL,
  -- option, manual, ai, storage.
  product text NOT NULL,
  actions bigint NOT NULL,
  volume_micro bigint NOT NULL,
  CONSTRAINT product_day_pkey PRIMARY KEY (day, product)
);
GRANT SELECT, INSERT, UPDATE ON product_day TO app_runtime;
-- Rows come in the order of their time, so a few bytes a block find a day; a B-tree would cost each trade more.
CREATE INDEX trade_opened_brin ON trade USING brin (opened_at) WITH (pages_per_range = 32, autosummarize = on);
CREATE INDEX vault_conversion_created_brin ON vault_conversion USING brin (created_at) WITH (pages_per_range = 32, autosummarize = on);

-- The newest outcome of each check of the whole site (the ledger, the audit log).
CREATE TABLE system_check (
  name text NOT NULL,
  at timestamptz(3) NOT NULL,
  ok boolean NOT NULL,
  -- What was found, in one line.
  summary text NOT NULL,
  CONSTRAINT system_check_pkey PRIMARY KEY (name)
);
-- When each job last ended well and badly.
CREATE TABLE job_run (
  name text NOT NULL,
  succeeded_at timestamptz(3),
  failed_at timestamptz(3),
  error text,
  CONSTRAINT job_run_pkey PRIMARY KEY (name)
);
GRANT SELECT, INSERT, UPDATE ON system_check, job_run TO app_runtime;
