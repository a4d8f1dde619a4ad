-- Who of the staff takes care of a conversation, and what staff note about it. A note is no message: it has a table of
-- its own, which nothing reads that a user can call. docs/decisions/chat.md
ALTER TABLE chat ADD COLUMN assigned_to_id uuid CONSTRAINT chat_assigned_to_id_fkey
  REFERENCES app_user (id) ON UPDATE CASCADE ON DELETE RESTRICT;
CREATE INDEX chat_assigned_to_id_idx ON chat (assigned_to_id);

CREATE TABLE chat_note (
  id uuid NOT NULL DEFAULT uuid_v7(),
  chat_id uuid NOT NULL,
  author_id uuid NOT NULL,
  text text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT chat_note_pkey PRIMARY KEY (id),
  CONSTRAINT chat_note_chat_id_fkey FOREIGN KEY (chat_id) REFERENCES chat (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  CONSTRAINT chat_note_author_id_fkey FOREIGN KEY (author_id) REFERENCES app_user (id) ON UPDATE CASCADE ON DELETE RESTRICT
);
CREATE INDEX chat_note_chat_id_id_idx ON chat_note (chat_id, id DESC);
CREATE INDEX chat_note_author_id_idx ON chat_note (author_id);
GRANT SELECT, INSERT ON chat_note TO app_runtime;
GRANT UPDATE (text) ON chat_note TO app_runtime;
