-- Counts open and closed chats that have a message, messages that support has not read, and chats
-- that wait for an answer. A closed chat counts from its first message too, as the staff's list
-- shows it from then on: the empty one of an erased account is closed and in no list.
-- Returns: null, as an AFTER trigger does.
-- Raises: nothing.
-- Locks: rows of live_count, in the order of the counters' names, so that two writers never wait
--   for each other in a circle.
-- Trigger: after INSERT on chat, and after an UPDATE that makes a difference.
CREATE OR REPLACE FUNCTION count_chat()
  RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
DECLARE
  v_open integer := (NEW.status = 'open' AND NEW.last_message_at IS NOT NULL)::integer;
  v_closed integer := (NEW.status = 'closed' AND NEW.last_message_at IS NOT NULL)::integer;
  v_unread integer := NEW.support_unread;
  v_waiting integer := (NEW.waiting_since IS NOT NULL)::integer;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    v_open := v_open - (OLD.status = 'open' AND OLD.last_message_at IS NOT NULL)::integer;
    v_closed := v_closed - (OLD.status = 'closed' AND OLD.last_message_at IS NOT NULL)::integer;
    v_unread := v_unread - OLD.support_unread;
    v_waiting := v_waiting - (OLD.waiting_since IS NOT NULL)::integer;
  END IF;
  -- Always in this order, so that two writers never wait for each other in a circle.
  PERFORM count_live('chat.closed', v_closed);
  PERFORM count_live('chat.open', v_open);
  PERFORM count_live('chat.unread', v_unread);
  PERFORM count_live('chat.waiting', v_waiting);
  RETURN NULL;
END
$$;

ALTER FUNCTION count_chat() OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION count_chat() FROM PUBLIC, app_runtime;

CREATE OR REPLACE TRIGGER chat_counted
  AFTER INSERT ON chat
  FOR EACH ROW EXECUTE FUNCTION count_chat();
CREATE OR REPLACE TRIGGER chat_recounted
  AFTER UPDATE ON chat
  FOR EACH ROW
  WHEN (
    OLD.status <> NEW.status OR OLD.support_unread <> NEW.support_unread
    OR (OLD.last_message_at IS NULL) <> (NEW.last_message_at IS NULL)
    OR (OLD.waiting_since IS NULL) <> (NEW.waiting_since IS NULL)
  )
  EXECUTE FUNCTION count_chat();
