-- Notes that nothing is entered or filled for now, while there is no tick to say it: a jump is
-- withheld, or the sources disagree, and tells it to users' screens. The next recorded tick says it
-- for itself.
-- Returns: nothing.
-- Raises: nothing.
-- Locks: the row of market_head.
CREATE OR REPLACE FUNCTION market_contest()
  RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
BEGIN
  UPDATE market_head SET contested = true WHERE id = 1 AND NOT contested;
  IF FOUND THEN
    PERFORM market_announce();
  END IF;
END
$$;

ALTER FUNCTION market_contest() OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION market_contest() FROM PUBLIC, app_runtime, feed_runtime;
GRANT EXECUTE ON FUNCTION market_contest() TO feed_runtime;
