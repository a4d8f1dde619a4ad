-- Purchases of gold that come again, and what became of each time that one was due.
-- docs/decisions/trading/recurring-buys.md

-- Written by functions only.
CREATE TABLE recurring_buy (
  id uuid NOT NULL DEFAULT uuid_v7(),
  user_id uuid NOT NULL,
  -- The request that made it, so that a repeated one makes no second.
  request_key text NOT NULL,
  input_hash bytea NOT NULL,
  amount_micro bigint NOT NULL,
  every text NOT NULL,
  -- Of a week from Monday, or of a month; what a month has not is its last.
  day smallint,
  -- Of the day in UTC.
  minute smallint NOT NULL,
  target text NOT NULL,
  max_price_e8 bigint,
  status text NOT NULL DEFAULT 'active',
  pause_reason text,
  -- How many times in a row the money was missing.
  short_runs smallint NOT NULL DEFAULT 0,
  next_at timestamptz(6),
  created_at timestamptz(6) NOT NULL,
  CONSTRAINT recurring_buy_pkey PRIMARY KEY (id),
  CONSTRAINT recurring_buy_values CHECK (amount_micro BETWEEN 1 AND 1000000000000000 AND minute BETWEEN 0 AND 1439
    AND target IN ('available', 'stored') AND max_price_e8 > 0 AND short_runs BETWEEN 0 AND 3 AND octet_length(input_hash) = 32
    AND CASE every WHEN 'day' THEN day IS NULL WHEN 'week' THEN day BETWEEN 1 AND 7 AND day IS NOT NULL
      WHEN 'month' THEN day BETWEEN 1 AND 31 AND day IS NOT NULL ELSE false END
    AND status IN ('active', 'paused', 'deleted') AND (status = 'active') = (next_at IS NOT NULL)
    AND (status = 'paused') = (pause_reason IS NOT NULL) AND (pause_reason IS NULL OR pause_reason IN ('USER', 'NO_MONEY'))),
  CONSTRAINT recurring_buy_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user (id) ON UPDATE CASCADE ON DELETE RESTRICT
);
ALTER TABLE recurring_buy OWNER TO ledger_owner;
CREATE UNIQUE INDEX recurring_buy_request_key ON recurring_buy (user_id, request_key);
CREATE INDEX recurring_buy_user_id_id_idx ON recurring_buy (user_id, id DESC);
CREATE INDEX recurring_buy_due ON recurring_buy (next_at) WHERE status = 'active';
GRANT SELECT ON recurring_buy TO app_runtime;

-- One row a time that was due: it can't be run twice.
CREATE TABLE recurring_run (
  recurring_id uuid NOT NULL,
  due_at timestamptz(6) NOT NULL,
  at timestamptz(6) NOT NULL,
  -- The trade or conversion that was accepted, or why there is none.
  trade_id uuid,
  conversion_id uuid,
  reason text,
  has_paused boolean NOT NULL DEFAULT false,
  CONSTRAINT recurring_run_pkey PRIMARY KEY (recurring_id, due_at),
  CONSTRAINT recurring_run_values CHECK (num_nonnulls(trade_id, conversion_id, reason) = 1 AND at >= due_at),
  CONSTRAINT recurring_run_recurring_id_fkey FOREIGN KEY (recurring_id) REFERENCES recurring_buy (id) ON UPDATE CASCADE ON DELETE RESTRICT
);
ALTER TABLE recurring_run OWNER TO ledger_owner;
GRANT SELECT ON recurring_run TO app_runtime;
