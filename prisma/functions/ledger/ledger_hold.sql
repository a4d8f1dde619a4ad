-- Sets a withdrawal's amount aside: from available to held.
-- Arguments: p_amount is micro-units of p_currency. p_key (1 to 200 bytes) names the event,
--   p_input_hash (32 bytes, SHA-256) its input: a repeated key with the same input repeats the
--   first answer.
-- Returns: true, or false for a repeat.
-- Raises: IDEMPOTENCY_KEY_INVALID, IDEMPOTENCY_CONFLICT (the key was used with other input),
--   INSUFFICIENT_BALANCE and the others of ledger_apply.
-- Locks: the journal's key, then the user's two accounts, the higher id first.
CREATE OR REPLACE FUNCTION ledger_hold(
  p_key text,
  p_input_hash bytea,
  p_actor uuid,
  p_user uuid,
  p_amount bigint,
  p_withdrawal uuid,
  p_currency text DEFAULT 'USDT'
)
  RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
DECLARE
  v_journal bigint := ledger_begin('withdrawal_hold', p_key, p_input_hash, p_actor);
BEGIN
  IF v_journal IS NULL THEN
    RETURN false;
  END IF;
  PERFORM ledger_apply(v_journal, 1, ledger_account_id(p_user, 'available', p_currency),
    ledger_account_id(p_user, 'held', p_currency), p_amount, 'withdrawal', p_withdrawal, true);
  RETURN true;
END
$$;

ALTER FUNCTION ledger_hold(text, bytea, uuid, uuid, bigint, uuid, text) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION ledger_hold(text, bytea, uuid, uuid, bigint, uuid, text) FROM PUBLIC, app_runtime;
