-- Counts how many read a broadcast. One statement's reads at once and in the order of the key:
-- two people who read several broadcasts at the same moment never wait for each other in a
-- circle.
-- Returns: null, as an AFTER trigger does.
-- Raises: nothing.
-- Locks: rows of broadcast_read_count of the connection's shard, by broadcast.
-- Trigger: after each UPDATE statement on notification.
CREATE OR REPLACE FUNCTION count_broadcast_reads()
  RETURNS trigger
  LANGUAGE plpgsql
  SET search_path = public, pg_temp
AS $$
BEGIN
  INSERT INTO broadcast_read_count AS known (broadcast_id, shard, reads)
  SELECT later.broadcast_id, pg_backend_pid() % 16, count(*)
  FROM later JOIN earlier USING (id)
  WHERE later.broadcast_id IS NOT NULL AND earlier.read_at IS NULL AND later.read_at IS NOT NULL
  GROUP BY later.broadcast_id ORDER BY later.broadcast_id
  ON CONFLICT (broadcast_id, shard) DO UPDATE SET reads = known.reads + excluded.reads;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER notification_broadcast_reads
  AFTER UPDATE ON notification REFERENCING OLD TABLE AS earlier NEW TABLE AS later
  FOR EACH STATEMENT EXECUTE FUNCTION count_broadcast_reads();
