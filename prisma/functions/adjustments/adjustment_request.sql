-- Asks a colleague for a change of a balance: it waits seven days, with its audit entry.
-- Arguments: p_amount is micro-units of p_currency, p_reason 5 characters or more.
-- Returns: nothing.
-- Raises: FORBIDDEN (see staff_check), NOT_FOUND for an erased user; unique_violation where it was
--   asked for before.
-- Locks: none.
CREATE OR REPLACE FUNCTION adjustment_request(
  p_id uuid,
  p_user uuid,
  p_currency text,
  p_operation text,
  p_amount bigint,
  p_reason text,
  p_actor uuid,
  p_request_id text,
  p_ip text
)
  RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
DECLARE
  v_name text := staff_check(p_actor, 'finance', p_user);
BEGIN
  INSERT INTO balance_adjustment (id, user_id, currency, operation, amount_micro, value_micro, reason, proposed_by_id, created_at, expires_at)
  VALUES (p_id, p_user, p_currency, p_operation, p_amount, adjustment_value(p_currency, p_amount), p_reason, p_actor,
    app_now(), app_now() + interval '168 hours');
  PERFORM audit_append(p_actor, v_name, 'balance.request', 'balance_adjustment', p_id::text, p_user, NULL,
    jsonb_build_object(p_currency, CASE p_operation WHEN 'add' THEN '+' ELSE '-' END || ledger_amount_text(p_amount), 'status', 'pending'),
    p_reason, p_request_id, p_ip);
END
$$;

ALTER FUNCTION adjustment_request(uuid, uuid, text, text, bigint, text, uuid, text, text) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION adjustment_request(uuid, uuid, text, text, bigint, text, uuid, text, text) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION adjustment_request(uuid, uuid, text, text, bigint, text, uuid, text, text) TO app_runtime;
