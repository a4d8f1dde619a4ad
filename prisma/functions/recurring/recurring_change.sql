-- Pauses a recurring buy of a user, lets it go on, or ends it for good. What was due while it was
-- paused is not made up for; the count of times without money starts anew. One that has that
-- status already stays as it is.
-- Arguments: p_user is whose it must be; p_status is 'active', 'paused' or 'deleted'.
-- Returns: nothing.
-- Raises: NOT_FOUND for what is not theirs or has ended.
-- Locks: its row.
CREATE OR REPLACE FUNCTION recurring_change(p_user uuid, p_id uuid, p_status text)
  RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
BEGIN
  PERFORM 1 FROM recurring_buy r WHERE r.id = p_id AND r.user_id = p_user AND r.status <> 'deleted' FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    PERFORM ledger_raise('NOT_FOUND');
  END IF;
  UPDATE recurring_buy r SET status = p_status, short_runs = 0, pause_reason = CASE p_status WHEN 'paused' THEN 'USER' END,
    next_at = CASE p_status WHEN 'active' THEN recurring_next(r.every, r.day, r.minute, app_now()) END
  WHERE r.id = p_id AND r.status <> p_status;
END
$$;

ALTER FUNCTION recurring_change(uuid, uuid, text) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION recurring_change(uuid, uuid, text) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION recurring_change(uuid, uuid, text) TO app_runtime;
