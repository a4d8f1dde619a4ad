-- What the site holds, as it shows it to everybody. docs/decisions/security/reserves.md

-- A row never changes but by its end: a later balance of the same place is a row of its own.
CREATE TABLE reserve (
  id uuid NOT NULL DEFAULT uuid_v7(),
  kind text NOT NULL,
  currency text NOT NULL,
  network text,
  address text,
  -- Whoever holds what is at no address of the site's own.
  custodian text,
  -- In 10^-8 of the coin.
  balance_e8 bigint NOT NULL,
  balance_at timestamptz(3) NOT NULL,
  block_number bigint,
  source text NOT NULL,
  -- What the key of the address has signed, and how; null where that can't be checked.
  message text,
  signature text,
  is_demo boolean NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  removed_at timestamptz(3),
  CONSTRAINT reserve_pkey PRIMARY KEY (id),
  CONSTRAINT reserve_balance CHECK (balance_e8 >= 0),
  CONSTRAINT reserve_block CHECK (block_number >= 0),
  CONSTRAINT reserve_place CHECK (CASE kind
    WHEN 'address' THEN network IS NOT NULL AND address IS NOT NULL AND custodian IS NULL
    WHEN 'custodian' THEN network IS NULL AND address IS NULL AND custodian IS NOT NULL AND signature IS NULL
    ELSE false END),
  CONSTRAINT reserve_signature CHECK ((message IS NULL) = (signature IS NULL))
);
-- Nothing counts twice.
CREATE UNIQUE INDEX reserve_address_once ON reserve (network, address, currency) WHERE removed_at IS NULL AND kind = 'address';
CREATE UNIQUE INDEX reserve_custodian_once ON reserve (lower(custodian), currency) WHERE removed_at IS NULL AND kind = 'custodian';
CREATE INDEX reserve_listed ON reserve (currency, id) WHERE removed_at IS NULL;
ALTER TABLE reserve OWNER TO ledger_owner;
GRANT SELECT, INSERT, UPDATE (removed_at) ON reserve TO app_runtime;
