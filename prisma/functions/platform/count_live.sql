CREATE OR REPLACE FUNCTION count_live(p_name text, p_change bigint)
  RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
BEGIN
  IF p_change <> 0 THEN
    INSERT INTO live_count AS c (name, shard, value) VALUES (p_name, pg_backend_pid() % 16, p_change)
    ON CONFLICT (name, shard) DO UPDATE SET value = c.value + excluded.value;
  END IF;
END
$$;

ALTER FUNCTION count_live(text, bigint) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION count_live(text, bigint) FROM PUBLIC, app_runtime;
