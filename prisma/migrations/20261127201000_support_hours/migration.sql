-- Answers that a machine gives while support is closed, which count as nobody's reply, and what users say of their
-- conversation once it is closed, once for each closing.
ALTER TABLE chat_message
  DROP CONSTRAINT chat_message_values,
  ADD CONSTRAINT chat_message_values CHECK (((sender IN ('user', 'support', 'automatic')) AND ((text IS NOT NULL) OR (image_file_id IS NOT NULL))));
CREATE INDEX chat_message_automatic ON chat_message (chat_id, created_at) WHERE sender = 'automatic';

CREATE TABLE chat_rating (
  chat_id uuid NOT NULL,
  closed_at timestamptz(3) NOT NULL,
  is_good boolean NOT NULL,
  comment text,
  rated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT chat_rating_pkey PRIMARY KEY (chat_id, closed_at),
  CONSTRAINT chat_rating_chat_id_fkey FOREIGN KEY (chat_id) REFERENCES chat (id) ON UPDATE CASCADE ON DELETE RESTRICT
);
CREATE INDEX chat_rating_rated_at_idx ON chat_rating (rated_at);
GRANT SELECT, INSERT, UPDATE ON chat_rating TO app_runtime;
