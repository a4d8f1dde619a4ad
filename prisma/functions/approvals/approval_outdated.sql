-- Ends what waits for a second person about a deposit or withdrawal that went another way.
-- Returns: null, as an AFTER trigger does.
-- Raises: nothing.
-- Locks: the request's row.
-- Trigger: after a deposit or withdrawal has another status.
CREATE OR REPLACE FUNCTION approval_outdated()
  RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
DECLARE
  v_row approval;
BEGIN
  FOR v_row IN UPDATE approval a SET status = 'expired', decided_at = app_now()
    WHERE a.subject = NEW.id::text AND a.status = 'pending' AND a.kind LIKE TG_TABLE_NAME || '.%' RETURNING a.* LOOP
    PERFORM approval_audit(v_row, 'expire', NULL, 'system', NULL, NULL, NULL);
  END LOOP;
  RETURN NULL;
END
$$;

ALTER FUNCTION approval_outdated() OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION approval_outdated() FROM PUBLIC, app_runtime;

CREATE OR REPLACE TRIGGER deposit_request_outdated
  AFTER UPDATE OF status ON deposit
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION approval_outdated();
CREATE OR REPLACE TRIGGER withdrawal_request_outdated
  AFTER UPDATE OF status ON withdrawal
  FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION approval_outdated();
