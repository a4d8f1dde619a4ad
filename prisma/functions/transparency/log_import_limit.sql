-- Says which journal of the ledger is the last that the log's first entry, or a reading of all
-- balances, is about: all up to it are committed or will never be, all later ones have greater
-- numbers.
-- Returns: its number, 0 where there is none.
-- Raises: an error where no moment is found within 2 s (55P03).
-- Locks: ledger_journal in SHARE mode, until the transaction ends: what moves money waits that
--   long.
CREATE OR REPLACE FUNCTION log_import_limit()
  RETURNS bigint
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET lock_timeout = '2s'
AS $$
BEGIN
  LOCK TABLE ledger_journal IN SHARE MODE;
  RETURN coalesce((SELECT max(j.id) FROM ledger_journal j), 0);
END
$$;

ALTER FUNCTION log_import_limit() OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION log_import_limit() FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION log_import_limit() TO app_runtime;
