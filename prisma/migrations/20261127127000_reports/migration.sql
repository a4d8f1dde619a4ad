-- What staff's reports are made of. Each row is the total of an item from the beginning to the end of a day, so a
-- period is the difference of two rows, however long it is. Written by sum_report() only.
CREATE TABLE report_total (
  item text NOT NULL,
  currency text NOT NULL,
  day date NOT NULL,
  total_micro bigint NOT NULL,
  total_count bigint NOT NULL,
  CONSTRAINT report_total_pkey PRIMARY KEY (item, currency, day)
);
ALTER TABLE report_total OWNER TO ledger_owner;
GRANT SELECT ON report_total TO app_runtime;

-- How long requests waited for a decision of staff, by the UTC day of the decision. Written by sum_report() only.
CREATE TABLE report_wait (
  day date NOT NULL,
  kind text NOT NULL,
  -- The wait in seconds is from 1.05 to the power of this one to the power of the next.
  bucket smallint NOT NULL,
  decisions bigint NOT NULL,
  CONSTRAINT report_wait_pkey PRIMARY KEY (kind, day, bucket)
);
ALTER TABLE report_wait OWNER TO ledger_owner;
GRANT SELECT ON report_wait TO app_runtime;

-- Everything before this moment is in the two tables above.
CREATE TABLE report_head (
  singleton boolean NOT NULL DEFAULT true,
  summed_to timestamptz(6) NOT NULL,
  -- No transfer at or after that moment has a journal with this id or a smaller one.
  since_journal bigint NOT NULL DEFAULT 0,
  CONSTRAINT report_head_pkey PRIMARY KEY (singleton),
  CONSTRAINT report_head_single CHECK (singleton)
);
ALTER TABLE report_head OWNER TO ledger_owner;
GRANT SELECT ON report_head TO app_runtime;

-- Decisions by their time.
CREATE INDEX deposit_decided ON deposit (processed_at) WHERE processed_at IS NOT NULL;
CREATE INDEX withdrawal_decided ON withdrawal ((coalesce(approved_at, processed_at))) WHERE coalesce(approved_at, processed_at) IS NOT NULL;
