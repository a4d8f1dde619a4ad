-- Gives the moment up to which every tick is visible to the next statement: whoever records a
-- tick holds the lock until commit, and the tick's time is read inside it.
-- Returns: the moment.
-- Raises: nothing.
-- Locks: advisory lock 72001, shared, for a moment: undoing the block lets go of it. A session's
--   lock, taken and given back, would stay on its connection where a cancellation comes in
--   between.
CREATE OR REPLACE FUNCTION market_cutoff()
  RETURNS timestamptz
  LANGUAGE plpgsql
AS $$
DECLARE
  v_cutoff timestamptz;
BEGIN
  BEGIN
    PERFORM pg_advisory_xact_lock_shared(72001);
    v_cutoff := app_now();
    RAISE EXCEPTION USING ERRCODE = 'XA002', MESSAGE = 'lets go of the lock';
  EXCEPTION WHEN SQLSTATE 'XA002' THEN
    RETURN v_cutoff;
  END;
END
$$;

ALTER FUNCTION market_cutoff() OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION market_cutoff() FROM PUBLIC, app_runtime;
