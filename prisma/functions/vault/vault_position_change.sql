-- Puts XAUT into what a user has stored, or takes it out. What has a known cost leaves first, at
-- its average (half to even; the last unit takes all that is left); what came without one is no
-- part of a result.
-- Arguments: p_in is XAUT that comes, of which p_known has the cost p_cost; p_out XAUT that leaves;
--   one of the two is 0. Micro-units.
-- Returns: what is stored afterwards, the number of this change, what left with a known cost, and
--   that cost.
-- Raises: nothing.
-- Locks: the row of vault_position. The caller holds the user's accounts.
CREATE OR REPLACE FUNCTION vault_position_change(
  p_user uuid,
  p_in bigint,
  p_known bigint,
  p_cost bigint,
  p_out bigint,
  OUT o_seq integer,
  OUT o_stored bigint,
  OUT o_known bigint,
  OUT o_cost bigint,
  OUT o_left bigint,
  OUT o_left_cost bigint
)
  LANGUAGE plpgsql
AS $$
DECLARE
  v_before vault_position%ROWTYPE := vault_position_of(p_user);
BEGIN
  o_left := least(p_out, v_before.known_micro);
  o_left_cost := CASE WHEN o_left > 0 THEN mul_div_half_even(v_before.cost_micro, o_left, v_before.known_micro) ELSE 0 END;
  UPDATE vault_position p SET change_seq = p.change_seq + 1, stored_micro = p.stored_micro + p_in - p_out,
    known_micro = p.known_micro + p_known - o_left, cost_micro = p.cost_micro + p_cost - o_left_cost
  WHERE p.user_id = p_user
  RETURNING p.change_seq, p.stored_micro, p.known_micro, p.cost_micro INTO o_seq, o_stored, o_known, o_cost;
END
$$;

ALTER FUNCTION vault_position_change(uuid, bigint, bigint, bigint, bigint) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION vault_position_change(uuid, bigint, bigint, bigint, bigint) FROM PUBLIC, app_runtime;
