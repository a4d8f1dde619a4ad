-- Says what an entry's hash covers, in one place for writing and for verifying.
-- Arguments: p_previous is the hash of the entry before.
-- Returns: SHA-256, 32 bytes.
-- Raises: nothing.
-- Locks: none.
CREATE OR REPLACE FUNCTION audit_hash(p_previous bytea, e audit_entry)
  RETURNS bytea
  LANGUAGE sql STABLE
  SET search_path = public, pg_temp
  SET TimeZone = 'UTC'
AS $$
  SELECT sha256(p_previous || convert_to(jsonb_build_array(
    e.seq, e.at, e.actor_id, e.actor_name, e.action, e.target_type, e.target_id,
    e.subject_user_id, e.before, e.after, e.reason, e.request_id, e.ip)::text, 'UTF8'))
$$;
