-- Sets how long each withdrawal of a user waits before it can be approved: longer at once, shorter
-- in 24 hours. One shortening waits at a time, the newest; asking for the one that waits keeps its
-- time. What was asked for before keeps its delay.
-- Arguments: p_hours is 0 for none, 24, 48 or 72.
-- Returns: whether anything is another than before.
-- Raises: NOT_FOUND for an erased account, AMOUNT_OUT_OF_RANGE.
-- Locks: the user's row.
CREATE OR REPLACE FUNCTION withdrawal_delay_set(
  p_user uuid,
  p_hours integer
)
  RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
DECLARE
  v_now timestamptz;
  v_row withdrawal_delay;
  v_hours smallint;
BEGIN
  IF (p_hours IN (0, 24, 48, 72)) IS NOT TRUE THEN
    PERFORM ledger_raise('AMOUNT_OUT_OF_RANGE');
  END IF;
  PERFORM FROM app_user u WHERE u.id = p_user AND u.erased_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    PERFORM ledger_raise('NOT_FOUND');
  END IF;
  v_now := app_now();
  SELECT * INTO v_row FROM withdrawal_delay d WHERE d.user_id = p_user;
  v_hours := CASE WHEN v_row.next_at <= v_now THEN v_row.next_hours ELSE coalesce(v_row.hours, 0) END;
  IF p_hours = (CASE WHEN v_row.next_at > v_now THEN v_row.next_hours ELSE v_hours END) THEN
    RETURN false;
  ELSIF p_hours >= v_hours THEN
    INSERT INTO withdrawal_delay (user_id, hours) VALUES (p_user, p_hours)
    ON CONFLICT (user_id) DO UPDATE SET hours = p_hours, next_hours = NULL, next_at = NULL;
  ELSE
    UPDATE withdrawal_delay d SET hours = v_hours, next_hours = p_hours,
      next_at = CASE WHEN v_row.next_at > v_now AND p_hours >= v_row.next_hours THEN v_row.next_at ELSE v_now + interval '24 hours' END
    WHERE d.user_id = p_user;
  END IF;
  RETURN true;
END
$$;

ALTER FUNCTION withdrawal_delay_set(uuid, integer) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION withdrawal_delay_set(uuid, integer) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION withdrawal_delay_set(uuid, integer) TO app_runtime;
