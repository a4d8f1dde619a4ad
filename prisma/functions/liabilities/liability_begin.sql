-- Begins a reading of all balances for the published trees.
-- Returns: its number. A part that liability_part took before counts in it, later ones do not.
-- Raises: nothing.
-- Locks: the advisory lock "liab" in ASCII, until the transaction ends.
CREATE OR REPLACE FUNCTION liability_begin()
  RETURNS bigint
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
DECLARE
  v_run bigint;
BEGIN
  PERFORM liability_open(NULL);
  PERFORM pg_advisory_xact_lock(1818845538);
  INSERT INTO liability_run DEFAULT VALUES RETURNING id INTO v_run;
  RETURN v_run;
END
$$;

ALTER FUNCTION liability_begin() OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION liability_begin() FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION liability_begin() TO app_runtime;
