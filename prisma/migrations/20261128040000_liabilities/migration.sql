-- What the site owes its customers, published as trees of sums. docs/decisions/security/liabilities.md

-- By what a person finds their own leaves. Written by functions only: what is set never changes.
CREATE TABLE liability_account (
  user_id uuid NOT NULL,
  number bigint NOT NULL,
  server_part bytea NOT NULL,
  -- What the person's browser made up, and the first run that counts with it.
  browser_part bytea,
  part_from bigint,
  CONSTRAINT liability_account_pkey PRIMARY KEY (user_id),
  CONSTRAINT liability_account_number_key UNIQUE (number),
  CONSTRAINT liability_account_number CHECK (number >= 0),
  CONSTRAINT liability_account_server_part CHECK (octet_length(server_part) = 32),
  CONSTRAINT liability_account_browser_part CHECK (octet_length(browser_part) = 32),
  CONSTRAINT liability_account_whole_part CHECK ((browser_part IS NULL) = (part_from IS NULL)),
  CONSTRAINT liability_account_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user (id) ON UPDATE CASCADE ON DELETE RESTRICT
);
ALTER TABLE liability_account OWNER TO ledger_owner;
GRANT SELECT ON liability_account TO app_runtime;

-- A reading of all balances, whether or not something came of it. Written by liability_begin() only.
CREATE TABLE liability_run (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  begun_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT liability_run_pkey PRIMARY KEY (id)
);
ALTER TABLE liability_run OWNER TO ledger_owner;
GRANT SELECT ON liability_run TO app_runtime;

-- What was published of a run.
CREATE TABLE liability_snapshot (
  run_id bigint NOT NULL,
  at timestamptz(3) NOT NULL,
  -- The last journal of the ledger that is in it.
  journal_id bigint NOT NULL,
  -- How many entries the public log had then: what BitMEX's format calls the block height.
  height bigint NOT NULL,
  accounts integer NOT NULL,
  is_demo boolean NOT NULL,
  CONSTRAINT liability_snapshot_pkey PRIMARY KEY (run_id),
  CONSTRAINT liability_snapshot_run_id_fkey FOREIGN KEY (run_id) REFERENCES liability_run (id) ON UPDATE CASCADE ON DELETE RESTRICT
);
CREATE INDEX liability_snapshot_at ON liability_snapshot (at, run_id);
ALTER TABLE liability_snapshot OWNER TO ledger_owner;
GRANT SELECT, INSERT ON liability_snapshot TO app_runtime;

CREATE TABLE liability_tree (
  run_id bigint NOT NULL,
  currency text NOT NULL,
  root bytea NOT NULL,
  total_micro bigint NOT NULL,
  leaves integer NOT NULL,
  -- Where the file is, compressed, in so many pieces.
  place text NOT NULL,
  pieces integer NOT NULL,
  CONSTRAINT liability_tree_pkey PRIMARY KEY (run_id, currency),
  CONSTRAINT liability_tree_currency CHECK (currency IN ('USDT', 'XAUT')),
  CONSTRAINT liability_tree_root CHECK (octet_length(root) = 32),
  CONSTRAINT liability_tree_total CHECK (total_micro >= 0),
  CONSTRAINT liability_tree_run_id_fkey FOREIGN KEY (run_id) REFERENCES liability_run (id) ON UPDATE CASCADE ON DELETE RESTRICT
);
ALTER TABLE liability_tree OWNER TO ledger_owner;
GRANT SELECT, INSERT ON liability_tree TO app_runtime;

-- Whoever has the finance role publishes liabilities and reserves too.
UPDATE staff_role SET permissions = permissions || ARRAY['reserves.read', 'reserves.publish'] WHERE key = 'finance';
