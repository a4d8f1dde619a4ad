-- The public log: what is to be logged, in the transaction that makes it true, and what was logged.
-- docs/decisions/security/transparency.md

-- Rows wait here until they are entries. Written by functions and triggers only.
CREATE TABLE log_queue (
  -- Where it comes in the log: rows are taken in this order once every transaction of a smaller id is over.
  place bigint NOT NULL DEFAULT pg_current_xact_id()::text::bigint,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  -- Of the row that it is about.
  ref text NOT NULL,
  at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT log_queue_pkey PRIMARY KEY (place, id)
)
-- Its rows live for a second: a few thousand dead ones are most of it.
WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
ALTER TABLE log_queue OWNER TO ledger_owner;
GRANT SELECT ON log_queue TO app_runtime;

CREATE TABLE log_entry (
  index bigint NOT NULL,
  kind text NOT NULL,
  ref text NOT NULL,
  -- Canonical JSON, as it is published.
  entry text NOT NULL,
  CONSTRAINT log_entry_pkey PRIMARY KEY (index),
  CONSTRAINT log_entry_once UNIQUE (kind, ref)
);
ALTER TABLE log_entry OWNER TO ledger_owner;
GRANT SELECT ON log_entry TO app_runtime;

-- Hashes of the tree over 256 ^ level entries each.
CREATE TABLE log_node (
  level smallint NOT NULL,
  index bigint NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT log_node_pkey PRIMARY KEY (level, index),
  CONSTRAINT log_node_hash CHECK (octet_length(hash) = 32 AND level > 0)
);
ALTER TABLE log_node OWNER TO ledger_owner;
GRANT SELECT ON log_node TO app_runtime;

-- The newest checkpoint, in one row; none before the log begins.
CREATE TABLE log_head (
  singleton boolean NOT NULL DEFAULT true,
  origin text NOT NULL,
  -- The verifier key that the note is signed by.
  key text NOT NULL,
  size bigint NOT NULL,
  root bytea NOT NULL,
  note text NOT NULL,
  at timestamptz(3) NOT NULL,
  CONSTRAINT log_head_pkey PRIMARY KEY (singleton),
  CONSTRAINT log_head_one CHECK (singleton)
);
ALTER TABLE log_head OWNER TO ledger_owner;
GRANT SELECT ON log_head TO app_runtime;

-- What the hashes of a person's records are salted by. Written by log_salts() only.
CREATE TABLE log_salt (
  user_id uuid NOT NULL,
  salt bytea NOT NULL,
  CONSTRAINT log_salt_pkey PRIMARY KEY (user_id),
  CONSTRAINT log_salt_bytes CHECK (octet_length(salt) = 32),
  CONSTRAINT log_salt_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user (id) ON UPDATE CASCADE ON DELETE RESTRICT
);
ALTER TABLE log_salt OWNER TO ledger_owner;
GRANT SELECT ON log_salt TO app_runtime;
