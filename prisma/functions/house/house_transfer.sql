-- Moves money between two accounts of the house. One side is always the treasury: staff fund an
-- account from it or take back what an account has too much, and money from or to the outside
-- passes through it. Escrow, the interest reserve and users are out of reach. A sharded account
-- gives from its shards by what they hold and receives evenly. It goes into the audit log.
-- Arguments: p_from and p_to are kinds of accounts, p_amount micro-units of p_currency, p_actor
--   the administrator. p_key (1 to 200 bytes) names the event, p_input_hash (32 bytes, SHA-256)
--   its input: a repeated key with the same input repeats the first answer.
-- Returns: the transfer's id, and whether this was a repeat.
-- Raises: FORBIDDEN (see staff_check), IDEMPOTENCY_KEY_INVALID, IDEMPOTENCY_CONFLICT (the key
--   was used with other input),
--   HOUSE_TRANSFER_INVALID, HOUSE_INSUFFICIENT, HOUSE_BELOW_OBLIGATIONS (see house_required),
--   those of ledger_apply, and from or to the outside those of four_eyes_take.
-- Locks: the journal's key, those of four_eyes_take, then all shards of both accounts, ids
--   descending.
CREATE OR REPLACE FUNCTION house_transfer(
  p_key text,
  p_input_hash bytea,
  p_actor uuid,
  p_from text,
  p_to text,
  p_currency text,
  p_amount bigint,
  p_reason text,
  p_reference text,
  p_request_id text,
  p_ip text
)
  RETURNS TABLE (o_transfer_id uuid, o_replayed boolean)
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
DECLARE
  c_purses CONSTANT text[] := ARRAY['external', 'option_pool', 'inventory', 'fees', 'interest', 'referral'];
  v_journal bigint;
  v_name text := staff_check(p_actor, 'house.transfer', NULL);
  v_from bigint;
  v_to bigint;
BEGIN
  SELECT b.o_journal, b.o_result INTO v_journal, o_transfer_id
  FROM ledger_begin_result(CASE WHEN 'external' IN (p_from, p_to) THEN 'house_funding' ELSE 'house_transfer' END,
    p_key, p_input_hash, p_actor, uuid_v7()) b;
  o_replayed := false;
  IF v_journal IS NULL THEN
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
  PERFORM staff_limit(p_actor, 'house.transfer', adjustment_value(p_currency, p_amount));
  IF 'external' IN (p_from, p_to) THEN
    PERFORM four_eyes_take(p_actor, NULL, 'house.transfer', p_key, adjustment_value(p_currency, p_amount), false);
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
  PERFORM audit_append(p_actor, v_name, 'house.transfer', 'house', o_transfer_id::text, NULL,
    jsonb_build_object('currency', p_currency, p_from, ledger_amount_text(v_from), p_to, ledger_amount_text(v_to)),
    jsonb_strip_nulls(jsonb_build_object('currency', p_currency, p_from, ledger_amount_text(v_from - p_amount),
      p_to, ledger_amount_text(v_to + p_amount), 'reference', p_reference)),
    p_reason, p_request_id, p_ip);
  RETURN NEXT;
END
$$;

ALTER FUNCTION house_transfer(text, bytea, uuid, text, text, text, bigint, text, text, text, text) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION house_transfer(text, bytea, uuid, text, text, text, bigint, text, text, text, text) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION house_transfer(text, bytea, uuid, text, text, text, bigint, text, text, text, text) TO app_runtime;
