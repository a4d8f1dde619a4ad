-- Counts a value that a member of staff moves, and refuses it where it takes a second person: what
-- that member or, for that user, anybody has moved alone in the last 24 hours would be more than
-- the setting fourEyesThreshold with it, or it is not known. An approval that was given in this
-- transaction is that second person; both keep to the limits of their roles.
-- Arguments: p_user whom it concerns, or null; p_kind and p_subject as in approval; p_value in
--   micro-units of USDT, null where it is not known; p_always where two are needed whatever it is.
-- Returns: the approval it was moved with, or null.
-- Raises: SECOND_PERSON_NEEDED, whose detail is the value; ABOVE_ROLE_LIMIT (see staff_limit).
-- Locks: while the rule is on and there is no approval, advisory locks of the member and the user,
--   the lower first, so that of several at once each sees what those before it moved.
CREATE OR REPLACE FUNCTION four_eyes_take(
  p_actor uuid,
  p_user uuid,
  p_kind text,
  p_subject text,
  p_value bigint,
  p_always boolean
)
  RETURNS uuid
  LANGUAGE plpgsql
AS $$
DECLARE
  c_lock CONSTANT integer := 72707415;
  v_threshold bigint := (SELECT r.approval_threshold_micro FROM site_rule r);
  v_approval uuid;
  v_approver uuid;
  v_key integer;
BEGIN
  SELECT a.id, a.decided_by_id INTO v_approval, v_approver FROM approval a
  WHERE a.kind = p_kind AND a.subject = p_subject AND a.proposed_by_id = p_actor AND a.status = 'approved'
    AND a.xmin::text = pg_current_xact_id()::xid::text;
  PERFORM staff_limit(p_actor, approval_permission(p_kind), p_value);
  PERFORM staff_limit(v_approver, approval_permission(p_kind), p_value);
  IF v_approval IS NULL AND v_threshold > 0 THEN
    FOR v_key IN SELECT DISTINCT hashtext(p::text) AS key FROM unnest(ARRAY[p_actor, p_user]) AS p WHERE p IS NOT NULL ORDER BY key LOOP
      PERFORM pg_advisory_xact_lock(c_lock, v_key);
    END LOOP;
    IF p_actor IS NULL OR p_always OR (four_eyes_moved(p_actor, p_user, p_subject) + p_value <= v_threshold) IS NOT TRUE THEN
      RAISE EXCEPTION USING ERRCODE = 'XA001', MESSAGE = 'SECOND_PERSON_NEEDED', DETAIL = coalesce(p_value::text, '');
    END IF;
  END IF;
  IF p_actor IS NOT NULL THEN
    INSERT INTO staff_move (actor_id, user_id, kind, subject, value_micro, approval_id, at)
    VALUES (p_actor, p_user, p_kind, p_subject, p_value, v_approval, app_now());
  END IF;
  RETURN v_approval;
END
$$;

ALTER FUNCTION four_eyes_take(uuid, uuid, text, text, bigint, boolean) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION four_eyes_take(uuid, uuid, text, text, bigint, boolean) FROM PUBLIC, app_runtime;
