-- Says how much a member of staff can still move alone, before they try.
-- Arguments: p_user whom it would concern, or null.
-- Returns: the threshold and what is left of it, in micro-units of USDT; whether the member
--   credited that user in the last 7 days, so that they can't let it out alone. With a threshold
--   of zero the rule is off.
-- Raises: nothing.
-- Locks: none.
CREATE OR REPLACE FUNCTION four_eyes_left(p_actor uuid, p_user uuid)
  RETURNS TABLE (o_threshold_micro bigint, o_left_micro bigint, o_has_credited boolean)
  LANGUAGE sql STABLE
AS $$
  SELECT r.approval_threshold_micro, greatest(0, r.approval_threshold_micro - four_eyes_moved(p_actor, p_user, ''))::bigint,
    four_eyes_credited(p_actor, p_user)
  FROM site_rule r
$$;
