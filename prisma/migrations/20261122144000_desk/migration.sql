-- Conversations in which something was said, the newest first: most never get a message.
CREATE INDEX chat_begun ON chat (created_at DESC) WHERE last_message_at IS NOT NULL;
