-- Since when a conversation waits for support, and whether its user asked to have it reopened: reading it answers
-- nothing. docs/decisions/chat.md
ALTER TABLE chat
  ADD COLUMN waiting_since timestamptz(3),
  ADD COLUMN reopen_requested_at timestamptz(3),
  ADD CONSTRAINT chat_reopen_request CHECK (reopen_requested_at IS NULL OR (status = 'closed' AND waiting_since IS NOT NULL));

-- What waits already: from the first message after the last answer.
UPDATE chat SET waiting_since = (
  SELECT min(m.created_at) FROM chat_message m
  WHERE m.chat_id = chat.id AND m.sender = 'user' AND m.id > coalesce(
    (SELECT r.id FROM chat_message r WHERE r.chat_id = chat.id AND r.sender = 'support' ORDER BY r.id DESC LIMIT 1),
    '00000000-0000-0000-0000-000000000000')
) WHERE status = 'open' AND last_message_at IS NOT NULL;

DROP INDEX chat_waiting;
DROP INDEX chat_answered;
CREATE INDEX chat_waiting ON chat (waiting_since, id) WHERE waiting_since IS NOT NULL;
CREATE INDEX chat_answered ON chat (last_message_at DESC, id DESC) WHERE waiting_since IS NULL;

INSERT INTO live_count (name, shard, value)
SELECT 'chat.waiting', 0, count(*) FROM chat WHERE waiting_since IS NOT NULL HAVING count(*) > 0;
