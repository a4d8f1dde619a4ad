-- Ends a user's record now: its days are counted first, so it does not matter whether the daily work has
-- been here yet. Repeats its first answer for a repeated key.
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
  END IF;
  SELECT r.paid_principal_micro, r.paid_profit_micro INTO STRICT o_principal_micro, o_profit_micro
  FROM saving_record r WHERE r.id = p_record AND r.user_id = p_user;
  RETURN NEXT;
END
$$;

ALTER FUNCTION saving_refund(text, bytea, uuid, uuid) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION saving_refund(text, bytea, uuid, uuid) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION saving_refund(text, bytea, uuid, uuid) TO app_runtime;
