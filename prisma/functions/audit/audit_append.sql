-- Appends one entry to the audit log, chained to the one before by its hash.
-- Arguments: p_before and p_after are what changed, p_subject_user_id the user whom it concerns.
--   Where approval_decide said who approved it, p_after gets both names.
-- Returns: the entry's sequence number.
-- Raises: nothing.
-- Locks: the one row of audit_head, FOR UPDATE: entries come one after the other.
CREATE OR REPLACE FUNCTION audit_append(
  p_actor_id uuid,
  p_actor_name text,
  p_action text,
  p_target_type text,
  p_target_id text,
  p_subject_user_id uuid,
  p_before jsonb,
  p_after jsonb,
  p_reason text,
  p_request_id text,
  p_ip text
)
  RETURNS bigint
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
DECLARE
  head audit_head;
  e audit_entry;
BEGIN
  SELECT * INTO STRICT head FROM audit_head FOR UPDATE;
  e.seq := head.seq + 1;
  e.at := app_now();
  e.actor_id := p_actor_id;
  e.actor_name := p_actor_name;
  e.action := p_action;
  e.target_type := p_target_type;
  e.target_id := p_target_id;
  e.subject_user_id := p_subject_user_id;
  e.before := p_before;
  -- What a colleague approved was done by two.
  e.after := CASE WHEN current_setting('four_eyes.approved_by', true) <> ''
    THEN coalesce(p_after, '{}') || jsonb_build_object('requestedBy', p_actor_name, 'approvedBy', current_setting('four_eyes.approved_by'))
    ELSE p_after END;
  e.reason := p_reason;
  e.request_id := p_request_id;
  e.ip := p_ip;
  e.previous_hash := head.hash;
  e.hash := audit_hash(head.hash, e);
  INSERT INTO audit_entry SELECT e.*;
  UPDATE audit_head SET seq = e.seq, hash = e.hash;
  RETURN e.seq;
END
$$;

ALTER FUNCTION audit_append(uuid, text, text, text, text, uuid, jsonb, jsonb, text, text, text) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION audit_append(uuid, text, text, text, text, uuid, jsonb, jsonb, text, text, text) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION audit_append(uuid, text, text, text, text, uuid, jsonb, jsonb, text, text, text) TO app_runtime;
