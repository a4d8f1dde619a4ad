-- A conversation counts from its first message as a closed one too, as the staff's list shows it from then on: the empty one of an
-- erased account is closed and in no list.
CREATE OR REPLACE FUNCTION count_chat() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  v_open integer := (NEW.status = 'open' AND NEW.last_message_at IS NOT NULL)::integer;
  v_closed integer := (NEW.status = 'closed' AND NEW.last_message_at IS NOT NULL)::integer;
  v_unread integer := NEW.support_unread;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    v_open := v_open - (OLD.status = 'open' AND OLD.last_message_at IS NOT NULL)::integer;
    v_closed := v_closed - (OLD.status = 'closed' AND OLD.last_message_at IS NOT NULL)::integer;
    v_unread := v_unread - OLD.support_unread;
  END IF;
  -- Always in this order, so that two writers never wait for each other in a circle.
  PERFORM count_live('chat.closed', v_closed);
  PERFORM count_live('chat.open', v_open);
  PERFORM count_live('chat.unread', v_unread);
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION count_live_again() RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
BEGIN
  LOCK TABLE app_user, chat IN SHARE MODE;
  DELETE FROM live_count WHERE name LIKE 'chat.%' OR name LIKE 'user.%';
  INSERT INTO live_count (name, shard, value)
  SELECT c.name, 0, sum(c.value) FROM (
    SELECT unnest(ARRAY['chat.closed', 'chat.open', 'chat.unread']),
      unnest(ARRAY[count(*) FILTER (WHERE status = 'closed' AND last_message_at IS NOT NULL),
      count(*) FILTER (WHERE status = 'open' AND last_message_at IS NOT NULL), coalesce(sum(support_unread), 0)]) FROM chat
    UNION ALL
    SELECT 'user.active', count(*) FROM app_user WHERE NOT is_admin AND erased_at IS NULL AND is_active
    UNION ALL
    SELECT 'user.total', count(*) FROM app_user WHERE NOT is_admin AND erased_at IS NULL
    UNION ALL
    SELECT 'user.joined ' || (created_at AT TIME ZONE 'UTC')::date, count(*) FROM app_user WHERE NOT is_admin AND erased_at IS NULL GROUP BY 1
  ) AS c (name, value) GROUP BY c.name HAVING sum(c.value) <> 0;
END
$$;
SELECT count_live_again();
