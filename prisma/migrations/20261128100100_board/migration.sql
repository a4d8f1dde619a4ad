-- How the site did, published once a day. docs/decisions/security/board.md
CREATE TABLE board (
  day date NOT NULL,
  at timestamptz(3) NOT NULL,
  is_demo boolean NOT NULL,
  figures jsonb NOT NULL,
  CONSTRAINT board_pkey PRIMARY KEY (day)
);
ALTER TABLE board OWNER TO ledger_owner;
GRANT SELECT, INSERT ON board TO app_runtime;

-- What was paid, refused or cancelled in a period, and the runs that ended in one.
CREATE INDEX withdrawal_processed ON withdrawal (processed_at) WHERE processed_at IS NOT NULL;
CREATE INDEX strategy_run_stopped ON strategy_run (stopped_at) WHERE stopped_at IS NOT NULL;
