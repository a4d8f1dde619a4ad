-- An upload from before its bytes are written until its file is recorded, so that what a killed
-- server left can be found and removed.
CREATE TABLE unfinished_upload (
  storage_key text NOT NULL,
  started_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT unfinished_upload_pkey PRIMARY KEY (storage_key)
);
CREATE INDEX unfinished_upload_started_at_idx ON unfinished_upload (started_at);
GRANT SELECT, INSERT, DELETE ON unfinished_upload TO app_runtime;
