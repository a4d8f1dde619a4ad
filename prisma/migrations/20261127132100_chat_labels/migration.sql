-- Labels that staff keep and put on conversations; their users see none of them. docs/decisions/chat.md
CREATE TABLE chat_label (
  id uuid NOT NULL DEFAULT uuid_v7(),
  name text NOT NULL,
  name_key text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT chat_label_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX chat_label_name_key_key ON chat_label (name_key);

CREATE TABLE chat_labelled (
  chat_id uuid NOT NULL,
  label_id uuid NOT NULL,
  CONSTRAINT chat_labelled_pkey PRIMARY KEY (chat_id, label_id),
  CONSTRAINT chat_labelled_chat_id_fkey FOREIGN KEY (chat_id) REFERENCES chat (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  CONSTRAINT chat_labelled_label_id_fkey FOREIGN KEY (label_id) REFERENCES chat_label (id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX chat_labelled_label_id_idx ON chat_labelled (label_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON chat_label TO app_runtime;
GRANT SELECT, INSERT, DELETE ON chat_labelled TO app_runtime;
