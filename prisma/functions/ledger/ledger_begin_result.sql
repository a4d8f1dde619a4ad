-- Starts a business event that makes one thing, such as a trade: as ledger_begin, and keeps that
-- thing's id with the journal, so that a repeated key gets the first one's.
-- Arguments: as ledger_begin; o_result goes in as the id that a first call makes.
-- Returns: the journal's id, or null when the key was used with the same input before, and the id
--   that the key stands for.
-- Raises: IDEMPOTENCY_KEY_INVALID, IDEMPOTENCY_CONFLICT (the key was used with other input).
-- Locks: the journal's key.
CREATE OR REPLACE FUNCTION ledger_begin_result(
  p_kind text,
  p_key text,
  p_input_hash bytea,
  p_actor uuid,
  INOUT o_result uuid,
  OUT o_journal bigint
)
  LANGUAGE plpgsql
AS $$
DECLARE
  v_hash bytea;
BEGIN
  IF octet_length(p_input_hash) <> 32 OR octet_length(p_key) NOT BETWEEN 1 AND 200 OR p_key IS NULL OR p_input_hash IS NULL THEN
    PERFORM ledger_raise('IDEMPOTENCY_KEY_INVALID');
  END IF;
  INSERT INTO ledger_journal (kind, idempotency_key, input_hash, actor_id, result_id, at)
  VALUES (p_kind, p_key, p_input_hash, p_actor, o_result, app_now())
  ON CONFLICT (idempotency_key) DO NOTHING
  RETURNING id INTO o_journal;
  IF o_journal IS NULL THEN
    SELECT j.input_hash, j.result_id INTO STRICT v_hash, o_result FROM ledger_journal j WHERE j.idempotency_key = p_key;
    IF v_hash <> p_input_hash THEN
      PERFORM ledger_raise('IDEMPOTENCY_CONFLICT');
    END IF;
  END IF;
END
$$;

ALTER FUNCTION ledger_begin_result(text, text, bytea, uuid, uuid) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION ledger_begin_result(text, text, bytea, uuid, uuid) FROM PUBLIC, app_runtime;
