-- Posts a business event of one to a hundred transfers, all or nothing. Escrow, held, saved and
-- set-aside money moves only through its own functions. An id of -1000 or less means any shard,
-- see ledger_resolve.
-- Arguments: p_amounts are micro-units; the three arrays are of one length. p_key (1 to 200
--   bytes) names the event, p_input_hash (32 bytes, SHA-256) its input: a repeated key with the
--   same input repeats the first answer.
-- Returns: true, or false for a repeat.
-- Raises: TRANSFERS_INVALID, IDEMPOTENCY_KEY_INVALID, IDEMPOTENCY_CONFLICT (the key was used
--   with other input), and those of ledger_apply.
-- Locks: the journal's key, then all accounts, ids descending.
CREATE OR REPLACE FUNCTION ledger_post(
  p_kind text,
  p_key text,
  p_input_hash bytea,
  p_actor uuid,
  p_debits bigint[],
  p_credits bigint[],
  p_amounts bigint[],
  p_reference_type text DEFAULT NULL,
  p_reference_id uuid DEFAULT NULL
)
  RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
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

ALTER FUNCTION ledger_post(text, text, bytea, uuid, bigint[], bigint[], bigint[], text, uuid) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION ledger_post(text, text, bytea, uuid, bigint[], bigint[], bigint[], text, uuid) FROM PUBLIC, app_runtime;
