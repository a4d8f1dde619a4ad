-- Conversations in which something was said, the newest message first, read ones and unread ones together.
CREATE INDEX chat_newest ON chat (last_message_at DESC, id DESC) WHERE last_message_at IS NOT NULL;
