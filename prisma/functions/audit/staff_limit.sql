-- Refuses a decision of a value that a member of staff's role does not let them decide on.
-- Arguments: p_permission is what they use; p_value in micro-units of USDT, null where it is not
--   known, which is more than any limit.
-- Returns: nothing.
-- Raises: ABOVE_ROLE_LIMIT, whose detail is the limit in USDT.
-- Locks: none.
CREATE OR REPLACE FUNCTION staff_limit(p_actor uuid, p_permission text, p_value bigint)
  RETURNS void
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_limit bigint := (
    SELECT (r.limits ->> p_permission)::bigint FROM app_user u JOIN staff_role r ON r.id = u.staff_role_id WHERE u.id = p_actor
  );
BEGIN
  IF v_limit IS NOT NULL AND (p_value <= v_limit) IS NOT TRUE THEN
    RAISE EXCEPTION USING ERRCODE = 'XA001', MESSAGE = 'ABOVE_ROLE_LIMIT', DETAIL = ledger_amount_text(v_limit);
  END IF;
END
$$;

ALTER FUNCTION staff_limit(uuid, text, bigint) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION staff_limit(uuid, text, bigint) FROM PUBLIC, app_runtime;
