-- Counts chats and users anew, from their tables. An empty site has no counters: a restore takes
-- a database only while no table of it has rows.
-- Returns: nothing.
-- Raises: nothing.
-- Locks: app_user and chat in SHARE mode, so nobody writes them until the transaction ends.
CREATE OR REPLACE FUNCTION count_live_again()
  RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
BEGIN
  LOCK TABLE app_user, chat IN SHARE MODE;
  DELETE FROM live_count WHERE name LIKE 'chat.%' OR name LIKE 'user.%';
  INSERT INTO live_count (name, shard, value)
  SELECT c.name, 0, sum(c.value) FROM (
    SELECT unnest(ARRAY['chat.closed', 'chat.open', 'chat.unread', 'chat.waiting']),
      unnest(ARRAY[count(*) FILTER (WHERE status = 'closed' AND last_message_at IS NOT NULL),
      count(*) FILTER (WHERE status = 'open' AND last_message_at IS NOT NULL), coalesce(sum(support_unread), 0),
      count(waiting_since)]) FROM chat
    UNION ALL
    SELECT 'user.active', count(*) FROM app_user WHERE NOT is_admin AND erased_at IS NULL AND is_active
    UNION ALL
    SELECT 'user.total', count(*) FROM app_user WHERE NOT is_admin AND erased_at IS NULL
    UNION ALL
    SELECT 'user.joined ' || (created_at AT TIME ZONE 'UTC')::date, count(*) FROM app_user WHERE NOT is_admin AND erased_at IS NULL GROUP BY 1
  ) AS c (name, value) GROUP BY c.name HAVING sum(c.value) <> 0;
END
$$;

REVOKE ALL ON FUNCTION count_live_again() FROM PUBLIC, app_runtime;
