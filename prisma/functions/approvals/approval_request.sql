-- Asks a colleague for what takes a second person: it waits seven days, with its audit entry. What
-- waits for the same already is that request.
-- Arguments: p_kind, p_subject, p_user, p_input and p_about as in approval, p_subject null for a
--   row that is not made yet; p_value in micro-units of USDT, null where it is not known.
-- Returns: the request's id.
-- Raises: FORBIDDEN (see staff_check), NOT_FOUND for an erased user, IDEMPOTENCY_CONFLICT where the
--   id was used for something else, CONFLICT where the one that waited was decided this moment.
-- Locks: none.
CREATE OR REPLACE FUNCTION approval_request(
  p_id uuid,
  p_kind text,
  p_subject text,
  p_user uuid,
  p_input jsonb,
  p_about jsonb,
  p_value bigint,
  p_reason text,
  p_actor uuid,
  p_request_id text,
  p_ip text
)
  RETURNS uuid
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
DECLARE
  v_name text := staff_check(p_actor, approval_permission(p_kind), p_user);
  v_subject text := coalesce(p_subject, uuid_v7()::text);
  v_row approval;
BEGIN
  SELECT * INTO v_row FROM approval a WHERE a.id = p_id;
  IF v_row.id IS NOT NULL THEN
    IF (v_row.kind, v_row.user_id, v_row.input - 'kept', v_row.proposed_by_id)
      IS DISTINCT FROM (p_kind, p_user, p_input - 'kept', p_actor) THEN
      PERFORM ledger_raise('IDEMPOTENCY_CONFLICT');
    END IF;
    RETURN p_id;
  ELSIF NOT coalesce((SELECT u.erased_at IS NULL FROM app_user u WHERE u.id = p_user), p_user IS NULL) THEN
    PERFORM ledger_raise('NOT_FOUND');
  END IF;
  PERFORM approval_expire(a.id) FROM approval a
  WHERE a.kind = p_kind AND a.subject = v_subject AND a.status = 'pending' AND a.expires_at <= app_now();
  INSERT INTO approval (id, kind, subject, user_id, input, about, value_micro, reason, proposed_by_id, created_at, expires_at)
  VALUES (p_id, p_kind, v_subject, p_user, p_input, p_about, p_value, nullif(p_reason, ''), p_actor, app_now(),
    app_now() + interval '168 hours')
  ON CONFLICT DO NOTHING RETURNING * INTO v_row;
  IF v_row.id IS NOT NULL THEN
    PERFORM approval_audit(v_row, 'request', p_actor, v_name, p_reason, p_request_id, p_ip);
    RETURN p_id;
  END IF;
  SELECT * INTO v_row FROM approval a WHERE a.id = p_id OR (a.kind = p_kind AND a.subject = v_subject AND a.status = 'pending');
  IF v_row.id IS NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'XA001', MESSAGE = 'CONFLICT';
  END IF;
  RETURN v_row.id;
END
$$;

ALTER FUNCTION approval_request(uuid, text, text, uuid, jsonb, jsonb, bigint, text, uuid, text, text) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION approval_request(uuid, text, text, uuid, jsonb, jsonb, bigint, text, uuid, text, text) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION approval_request(uuid, text, text, uuid, jsonb, jsonb, bigint, text, uuid, text, text) TO app_runtime;
