-- Adds up what was moved alone in the last 24 hours. Each thing counts once, however many steps it
-- took.
-- Arguments: p_user whom it concerned, or null; p_subject is left out.
-- Returns: what the member of staff moved or what anybody moved for that user, whichever is more,
--   in micro-units of USDT.
-- Raises: nothing.
-- Locks: none.
CREATE OR REPLACE FUNCTION four_eyes_moved(p_actor uuid, p_user uuid, p_subject text)
  RETURNS numeric
  LANGUAGE sql STABLE
AS $$
  SELECT greatest(coalesce(sum(m.by_actor), 0), coalesce(sum(m.of_user), 0)) FROM (
    SELECT max(s.value_micro) FILTER (WHERE s.actor_id = p_actor) AS by_actor,
      max(s.value_micro) FILTER (WHERE s.user_id = p_user) AS of_user
    FROM staff_move s
    WHERE (s.actor_id = p_actor OR s.user_id = p_user) AND s.approval_id IS NULL AND s.at > app_now() - interval '24 hours'
      AND s.subject <> p_subject
    GROUP BY s.subject
  ) AS m
$$;
