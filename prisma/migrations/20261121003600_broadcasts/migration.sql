-- A message to everybody is delivered in batches. `cursor_user_id` is the last user who was dealt with: it
-- moves in the transaction that inserts the batch, so whoever goes on after a crash begins right behind it.
-- `client_key` makes a repeated request harmless.
ALTER TABLE "notification_broadcast" ADD COLUMN     "client_key" TEXT,
ADD COLUMN     "cursor_user_id" UUID;
CREATE UNIQUE INDEX "notification_broadcast_client_key_key" ON "notification_broadcast"("client_key");
CREATE INDEX notification_broadcast_unfinished ON notification_broadcast (id) WHERE status IN ('queued', 'sending');

-- Who gets a message to everybody, in the order of delivery; its size estimates how many they are.
CREATE INDEX app_user_active ON app_user (id) WHERE is_active AND erased_at IS NULL;
-- Finding people by the beginning of their name, in any collation.
CREATE INDEX app_user_username_prefix ON app_user (username_key text_pattern_ops) WHERE is_active AND erased_at IS NULL;

-- How many have read a broadcast. Sixteen rows for each, so that readers don't queue for one.
CREATE TABLE "broadcast_read_count" (
    "broadcast_id" UUID NOT NULL,
    "shard" INTEGER NOT NULL,
    "reads" INTEGER NOT NULL,

    CONSTRAINT "broadcast_read_count_pkey" PRIMARY KEY ("broadcast_id","shard")
);
ALTER TABLE "broadcast_read_count" ADD CONSTRAINT "broadcast_read_count_broadcast_id_fkey" FOREIGN KEY ("broadcast_id") REFERENCES "notification_broadcast"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
GRANT SELECT, INSERT, UPDATE ON broadcast_read_count TO app_runtime;

-- One statement's reads at once and in the order of the key: two people who read several broadcasts at the
-- same moment never wait for each other in a circle.
CREATE FUNCTION count_broadcast_reads() RETURNS trigger
  LANGUAGE plpgsql SET search_path = public, pg_temp
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
CREATE TRIGGER notification_broadcast_reads AFTER UPDATE ON notification
  REFERENCING OLD TABLE AS earlier NEW TABLE AS later
  FOR EACH STATEMENT EXECUTE FUNCTION count_broadcast_reads();
