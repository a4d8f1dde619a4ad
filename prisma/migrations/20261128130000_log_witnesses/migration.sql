-- Who else signs the public log: docs/decisions/security/transparency.md

-- A row for each witness that the site asks, by where it is asked (LOG_WITNESSES).
CREATE TABLE log_witness (
  url text NOT NULL,
  -- What it signed last, as the log's key names it; null before the first time.
  size bigint,
  root bytea,
  lines text,
  signed_at timestamptz(3),
  asked_at timestamptz(3) NOT NULL,
  -- Why it did not sign when it was asked last; null where it did.
  problem text,
  CONSTRAINT log_witness_pkey PRIMARY KEY (url),
  CONSTRAINT log_witness_signed CHECK (num_nonnulls(size, root, lines, signed_at) IN (0, 4)),
  CONSTRAINT log_witness_lines CHECK (length(lines) <= 1000)
);
ALTER TABLE log_witness OWNER TO ledger_owner;
GRANT SELECT, INSERT, UPDATE ON log_witness TO app_runtime;
