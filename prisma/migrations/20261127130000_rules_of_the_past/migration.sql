-- What functions of the database decided by at any time, so that what was agreed to can be compared with what was in force
-- then. docs/decisions/database-roles.md

ALTER TABLE site_rule ADD COLUMN storage_fee_ppm integer NOT NULL DEFAULT 1000;

-- Every state of site_rule, the first one as of this migration. Written by site_rule_keep() only.
CREATE TABLE site_rule_history (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  since timestamptz(6) NOT NULL,
  by_application boolean NOT NULL,
  rule jsonb NOT NULL,
  CONSTRAINT site_rule_history_pkey PRIMARY KEY (id)
);
ALTER TABLE site_rule_history OWNER TO ledger_owner;
GRANT SELECT ON site_rule_history TO app_runtime;

ALTER TABLE option_offer ADD COLUMN by_application boolean NOT NULL DEFAULT false;

-- The saved address that a withdrawal went to, where its user allows no other.
ALTER TABLE withdrawal ADD COLUMN saved_address_id uuid;

-- A session stays whose it is, and from when and for how long.
REVOKE UPDATE ON session FROM app_runtime;
GRANT UPDATE (user_agent, ip, last_seen_at, revoked_at, revoked_reason) ON session TO app_runtime;

-- A saved address stays what it is; it can only be removed.
REVOKE UPDATE ON withdrawal_address FROM app_runtime;
GRANT UPDATE (deleted_at) ON withdrawal_address TO app_runtime;
