-- Clears counters of caps whose second is over.
-- Returns: how many rows went.
-- Raises: nothing.
-- Locks: those rows of option_expiry_exposure.
CREATE OR REPLACE FUNCTION option_clear_exposure()
  RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
DECLARE
  v_count integer;
BEGIN
  DELETE FROM option_expiry_exposure WHERE expiry_second < extract(epoch FROM app_now()) - 60;
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END
$$;

ALTER FUNCTION option_clear_exposure() OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION option_clear_exposure() FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION option_clear_exposure() TO app_runtime;
