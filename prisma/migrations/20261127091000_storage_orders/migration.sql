-- A conversion for storage is accepted first and filled at a price that came after that, like a spot trade. XAUT moves
-- into storage and out of it without a price. docs/decisions/vault.md

-- Null until it is filled; of XAUT that only moved, USDT, price and tick stay null.
ALTER TABLE vault_conversion ALTER COLUMN usdt_micro DROP NOT NULL;
ALTER TABLE vault_conversion ALTER COLUMN xaut_micro DROP NOT NULL;
ALTER TABLE vault_conversion ALTER COLUMN price_e8 DROP NOT NULL;
ALTER TABLE vault_conversion ALTER COLUMN tick_seq DROP NOT NULL;
ALTER TABLE vault_conversion ALTER COLUMN stored_after_micro DROP NOT NULL;
ALTER TABLE vault_conversion ALTER COLUMN cost_after_micro DROP NOT NULL;
ALTER TABLE vault_conversion ADD COLUMN status text NOT NULL DEFAULT 'filled';
-- What the XAUT came from or went to: USDT, or XAUT that is available.
ALTER TABLE vault_conversion ADD COLUMN currency text NOT NULL DEFAULT 'USDT';
ALTER TABLE vault_conversion ADD COLUMN accepted_at timestamptz(6);
ALTER TABLE vault_conversion ADD COLUMN limit_price_e8 bigint;
ALTER TABLE vault_conversion ADD COLUMN void_reason text;
ALTER TABLE vault_conversion ADD COLUMN fee_micro bigint NOT NULL DEFAULT 0;
ALTER TABLE vault_conversion ADD COLUMN fee_rate_ppm integer NOT NULL DEFAULT 0;
-- USDT that it counts with for the day's limit, at the price of its acceptance.
ALTER TABLE vault_conversion ADD COLUMN volume_micro bigint NOT NULL DEFAULT 0;
-- The order in which they changed what is stored, as seq before this migration.
ALTER TABLE vault_conversion ADD COLUMN change_seq integer;
-- Of the XAUT stored afterwards, that whose cost is known: all of it before this migration.
ALTER TABLE vault_conversion ADD COLUMN known_after_micro bigint;
-- Of available XAUT that is stored: the spot position before, from which its cost moves along.
ALTER TABLE vault_conversion ADD COLUMN position_micro bigint;
ALTER TABLE vault_conversion ADD COLUMN position_cost_micro bigint;
-- As trade.fill_rules.
ALTER TABLE vault_conversion ADD COLUMN fill_rules smallint NOT NULL DEFAULT 1;
ALTER TABLE vault_conversion DROP CONSTRAINT vault_conversion_values;
ALTER TABLE vault_conversion ADD CONSTRAINT vault_conversion_values CHECK (direction IN ('store', 'retrieve')
  AND currency IN ('USDT', 'XAUT') AND status IN ('pending', 'filled', 'void')
  AND coalesce(usdt_micro, 1) > 0 AND coalesce(xaut_micro, 1) > 0 AND coalesce(price_e8, 1) > 0
  AND coalesce(stored_after_micro, 0) >= 0 AND coalesce(cost_after_micro, 0) >= 0
  AND (status <> 'filled' OR num_nulls(xaut_micro, stored_after_micro, cost_after_micro) = 0)) NOT VALID;
CREATE INDEX vault_conversion_pending ON vault_conversion (accepted_at, id) WHERE status = 'pending';
CREATE INDEX vault_conversion_user_id_created_at_idx ON vault_conversion (user_id, created_at);
GRANT UPDATE ON vault_conversion TO ledger_owner;

-- What a user has stored, pending retrievals included, and what is known of its cost. Made from the last conversion
-- when it first changes. Written by functions of the database only.
CREATE TABLE vault_position (
  user_id uuid NOT NULL,
  change_seq integer NOT NULL,
  stored_micro bigint NOT NULL,
  known_micro bigint NOT NULL,
  cost_micro bigint NOT NULL,
  CONSTRAINT vault_position_pkey PRIMARY KEY (user_id)
);
ALTER TABLE vault_position OWNER TO ledger_owner;
GRANT SELECT ON vault_position TO app_runtime;
