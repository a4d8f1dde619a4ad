-- What staff wrote in place of the words that a kind of mail comes with, in one language.
CREATE TABLE mail_text (
  kind text NOT NULL,
  language text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT mail_text_pkey PRIMARY KEY (kind, language),
  CONSTRAINT mail_text_values CHECK (length(kind) <= 40 AND length(language) <= 20 AND length(subject) <= 200 AND length(body) <= 6000)
);

GRANT SELECT, INSERT, UPDATE, DELETE ON mail_text TO app_runtime;
