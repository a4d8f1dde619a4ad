-- Starts a business event: writes its journal row. The insert waits for a concurrent first call,
-- so the look after it sees its outcome.
-- Arguments: p_key (1 to 200 bytes) names the event, p_input_hash (32 bytes, SHA-256) its input:
--   a repeated key with the same input repeats the first answer.
-- Returns: the journal's id, or null when the key was used with the same input before.
-- Raises: IDEMPOTENCY_KEY_INVALID, IDEMPOTENCY_CONFLICT (the key was used with other input).
-- Locks: the journal's key.
CREATE OR REPLACE FUNCTION ledger_begin(
  p_kind text,
  p_key text,
  p_input_hash bytea,
  p_actor uuid
)
  RETURNS bigint
  LANGUAGE plpgsql
AS $$
DECLARE
  v_id bigint;
  v_hash bytea;
BEGIN
  IF octet_length(p_input_hash) <> 32 OR octet_length(p_key) NOT BETWEEN 1 AND 200 OR p_key IS NULL OR p_input_hash IS NULL THEN
    PERFORM ledger_raise('IDEMPOTENCY_KEY_INVALID');
  END IF;
  INSERT INTO ledger_journal (kind, idempotency_key, input_hash, actor_id, at)
  VALUES (p_kind, p_key, p_input_hash, p_actor, app_now())
  ON CONFLICT (idempotency_key) DO NOTHING
  RETURNING id INTO v_id;
  IF v_id IS NULL THEN
    SELECT input_hash INTO STRICT v_hash FROM ledger_journal WHERE idempotency_key = p_key;
    IF v_hash <> p_input_hash THEN
      PERFORM ledger_raise('IDEMPOTENCY_CONFLICT');
    END IF;
  END IF;
  RETURN v_id;
END
$$;

ALTER FUNCTION ledger_begin(text, text, bytea, uuid) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION ledger_begin(text, text, bytea, uuid) FROM PUBLIC, app_runtime;
