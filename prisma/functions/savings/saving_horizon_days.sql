-- Says how many days of interest the house keeps set aside ahead for each flexible record.
-- Returns: days.
-- Raises: nothing.
-- Locks: none.
CREATE OR REPLACE FUNCTION saving_horizon_days()
  RETURNS integer
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT 30 $$;

ALTER FUNCTION saving_horizon_days() OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION saving_horizon_days() FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION saving_horizon_days() TO app_runtime;
