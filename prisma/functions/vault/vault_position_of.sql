-- Gives what a user has stored and what is known of its cost; made from their last conversion where
-- it was never asked for.
-- Arguments: p_user is the user.
-- Returns: the row.
-- Raises: nothing.
-- Locks: none. The caller holds the user's accounts, which order their conversions.
CREATE OR REPLACE FUNCTION vault_position_of(p_user uuid)
  RETURNS vault_position
  LANGUAGE plpgsql
AS $$
DECLARE
  v_position vault_position%ROWTYPE;
BEGIN
  SELECT p.* INTO v_position FROM vault_position p WHERE p.user_id = p_user;
  IF v_position.user_id IS NULL THEN
    INSERT INTO vault_position (user_id, change_seq, stored_micro, known_micro, cost_micro)
    SELECT p_user, coalesce(c.seq, 0), coalesce(c.stored_after_micro, 0), coalesce(c.stored_after_micro, 0), coalesce(c.cost_after_micro, 0)
    FROM (VALUES (true)) AS one LEFT JOIN LATERAL (
      SELECT v.seq, v.stored_after_micro, v.cost_after_micro FROM vault_conversion v
      WHERE v.user_id = p_user AND v.fill_rules = 1 ORDER BY v.seq DESC LIMIT 1
    ) AS c ON true
    RETURNING * INTO v_position;
  END IF;
  RETURN v_position;
END
$$;

ALTER FUNCTION vault_position_of(uuid) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION vault_position_of(uuid) FROM PUBLIC, app_runtime;
