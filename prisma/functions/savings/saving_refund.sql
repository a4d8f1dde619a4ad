-- Ends a user's record now. Its days are counted first, so it does not matter whether the daily
-- work has been here yet.
-- Arguments: p_key (1 to 200 bytes) names the event, p_input_hash (32 bytes, SHA-256) its input:
--   a repeated key with the same input repeats the first answer.
-- Returns: principal and profit paid, in micro-units, and whether this was a repeat.
-- Raises: IDEMPOTENCY_KEY_INVALID, IDEMPOTENCY_CONFLICT (the key was used with other input),
--   NOT_FOUND, SAVING_CLOSED, and those of saving_advance and saving_close.
-- Locks: the journal's key, the record, then what saving_lock takes.
CREATE OR REPLACE FUNCTION saving_refund(
  p_key text,
  p_input_hash bytea,
  p_user uuid,
  p_record uuid
)
  RETURNS TABLE (o_principal_micro bigint, o_profit_micro bigint, o_replayed boolean)
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
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
    -- Whoever takes the money wants no new saving of it.
    UPDATE saving_record r SET not_renewed = 'REFUNDED' WHERE r.id = p_record AND r.auto_renew <> 'none';
  END IF;
  SELECT r.paid_principal_micro, r.paid_profit_micro INTO STRICT o_principal_micro, o_profit_micro
  FROM saving_record r WHERE r.id = p_record AND r.user_id = p_user;
  RETURN NEXT;
END
$$;

ALTER FUNCTION saving_refund(text, bytea, uuid, uuid) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION saving_refund(text, bytea, uuid, uuid) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION saving_refund(text, bytea, uuid, uuid) TO app_runtime;
