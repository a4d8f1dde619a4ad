-- Notes which exchanges the index leaves out.
-- Arguments: p_sources are their names.
-- Returns: false while there is no tick to note it with.
-- Raises: nothing.
-- Locks: the row of market_head.
CREATE OR REPLACE FUNCTION market_sources_dropped(p_sources text[])
  RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
BEGIN
  UPDATE market_head SET dropped = p_sources WHERE id = 1;
  RETURN FOUND;
END
$$;

ALTER FUNCTION market_sources_dropped(text[]) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION market_sources_dropped(text[]) FROM PUBLIC, app_runtime, feed_runtime;
GRANT EXECUTE ON FUNCTION market_sources_dropped(text[]) TO feed_runtime;
