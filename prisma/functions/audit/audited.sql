-- Says whether this transaction has written an audit entry about something, by the system or by an
-- active member of staff with a permission.
-- Arguments: p_actions is a pattern of LIKE; p_target the row's id, null for any;
--   p_permission as in staff_may, '*' for full rights only; p_after what the entry has to say of
--   the new state, {} for nothing.
-- Returns: whether it has.
-- Raises: nothing.
-- Locks: none.
CREATE OR REPLACE FUNCTION audited(
  p_actions text,
  p_target text,
  p_permission text,
  p_after jsonb
)
  RETURNS boolean
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  -- The newest hundred: whoever appends holds the log until its transaction ends, so its entries are the last.
  RETURN EXISTS (
    SELECT FROM audit_entry e
    WHERE e.seq > (SELECT h.seq - 100 FROM audit_head h) AND e.xmin::text = pg_current_xact_id()::xid::text
      AND e.action LIKE p_actions AND (p_target IS NULL OR e.target_id = p_target)
      AND (p_after = '{}' OR e.after @> p_after)
      AND (e.actor_id IS NULL OR EXISTS (
        SELECT FROM app_user u WHERE u.id = e.actor_id AND u.is_admin AND u.is_active AND u.erased_at IS NULL
          AND staff_may(u.permissions, p_permission)))
  );
END
$$;

ALTER FUNCTION audited(text, text, text, jsonb) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION audited(text, text, text, jsonb) FROM PUBLIC, app_runtime;
