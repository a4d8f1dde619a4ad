-- The one clock of every money rule. Tests replace this function to move time.
-- Returns: the real time now, which goes on inside a transaction.
-- Raises: nothing.
-- Locks: none.
CREATE OR REPLACE FUNCTION app_now()
  RETURNS timestamptz
  LANGUAGE sql PARALLEL SAFE
AS $$ SELECT clock_timestamp() $$;

GRANT EXECUTE ON FUNCTION app_now() TO app_runtime, feed_runtime, ledger_owner;
