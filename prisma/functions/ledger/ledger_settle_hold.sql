-- Pays a held withdrawal out: from held to external, its fee to the fees.
-- Arguments: p_amount is micro-units of p_currency and contains p_fee. p_key (1 to 200 bytes) names
--   the event, p_input_hash (32 bytes, SHA-256) its input: a repeated key with the same input
--   repeats the first answer.
-- Returns: true, or false for a repeat.
-- Raises: IDEMPOTENCY_KEY_INVALID, IDEMPOTENCY_CONFLICT (the key was used with other input),
--   AMOUNT_INVALID (a fee below 0 or of the whole amount), and those of ledger_apply.
-- Locks: the journal's key, then held (of XAUT available too, see spot_write_off), external and
--   fees, ids descending.
CREATE OR REPLACE FUNCTION ledger_settle_hold(
  p_key text,
  p_input_hash bytea,
  p_actor uuid,
  p_user uuid,
  p_amount bigint,
  p_fee bigint,
  p_withdrawal uuid,
  p_currency text DEFAULT 'USDT'
)
  RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
DECLARE
  v_journal bigint := ledger_begin('withdrawal_settle', p_key, p_input_hash, p_actor);
  v_held bigint := ledger_account_id(p_user, 'held', p_currency);
  v_available bigint := CASE p_currency WHEN 'XAUT' THEN ledger_account_id(p_user, 'available', 'XAUT') END;
  v_external bigint := ledger_account_id(NULL, 'external', p_currency);
  v_fees bigint := ledger_account_id(NULL, 'fees', p_currency, pg_backend_pid() % 16);
BEGIN
  IF v_journal IS NULL THEN
    RETURN false;
  END IF;
  IF p_fee < 0 OR p_fee >= p_amount THEN
    PERFORM ledger_raise('AMOUNT_INVALID');
  END IF;
  PERFORM 1 FROM ledger_account WHERE id IN (v_available, v_held, v_external, v_fees) ORDER BY id DESC FOR NO KEY UPDATE;
  PERFORM ledger_apply(v_journal, 1, v_held, v_external, p_amount - p_fee, 'withdrawal', p_withdrawal, true);
  IF p_fee > 0 THEN
    PERFORM ledger_apply(v_journal, 2, v_held, v_fees, p_fee, 'withdrawal', p_withdrawal, true);
  END IF;
  RETURN true;
END
$$;

ALTER FUNCTION ledger_settle_hold(text, bytea, uuid, uuid, bigint, bigint, uuid, text) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION ledger_settle_hold(text, bytea, uuid, uuid, bigint, bigint, uuid, text) FROM PUBLIC, app_runtime;
