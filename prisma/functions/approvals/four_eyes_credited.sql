-- Says whether a member of staff credited a user in the last 7 days: confirmed a deposit of theirs
-- or added to their balance, as the one who did it or asked for it, or who approved it.
-- Returns: whether they did.
-- Raises: nothing.
-- Locks: none.
CREATE OR REPLACE FUNCTION four_eyes_credited(p_actor uuid, p_user uuid)
  RETURNS boolean
  LANGUAGE sql STABLE
AS $$
  SELECT EXISTS (
    SELECT FROM staff_move m LEFT JOIN approval a ON a.id = m.approval_id
    WHERE m.user_id = p_user AND m.kind IN ('deposit.confirm', 'balance.add') AND m.at > app_now() - interval '168 hours'
      AND p_actor IN (m.actor_id, a.decided_by_id))
$$;
