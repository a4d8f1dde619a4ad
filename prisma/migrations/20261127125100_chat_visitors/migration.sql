-- Conversations of people who can't log in: a name and an address that nobody has checked, instead of a user, and a
-- reference by which they answer. docs/decisions/chat.md
ALTER TABLE chat
  ALTER COLUMN user_id DROP NOT NULL,
  ADD COLUMN visitor_name text,
  ADD COLUMN visitor_email text,
  ADD COLUMN visitor_reference text,
  ADD CONSTRAINT chat_whose CHECK (
    num_nonnulls(visitor_name, visitor_email, visitor_reference) = CASE WHEN user_id IS NULL THEN 3 ELSE 0 END);
CREATE UNIQUE INDEX chat_visitor_reference_key ON chat (visitor_reference);
CREATE INDEX chat_visitor_email ON chat (visitor_email) WHERE visitor_email IS NOT NULL;
