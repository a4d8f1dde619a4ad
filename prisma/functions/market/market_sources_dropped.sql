-- Notes which sources are dropped. False while there is no tick to note it with.
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
REVOKE ALL ON FUNCTION market_sources_dropped(text[]) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION market_sources_dropped(text[]) TO app_runtime;
