-- Adds to a counter that staff see live. A counter is the sum of 16 shards, so that connections
-- seldom wait for each other.
-- Arguments: p_name is the counter, p_change what to add (0 does nothing).
-- Returns: nothing.
-- Raises: nothing.
-- Locks: the row of live_count of this name and of the connection's shard. Who changes several
--   counters goes in the order of their names.
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
