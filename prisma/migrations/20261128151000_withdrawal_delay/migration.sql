-- How long each withdrawal of somebody waits before staff can approve it, as they chose. Written by
-- withdrawal_delay_set() only. docs/decisions/security/account-protection.md
CREATE TABLE withdrawal_delay (
  user_id uuid NOT NULL,
  hours smallint NOT NULL,
  -- A shorter one, and from when it counts.
  next_hours smallint,
  next_at timestamptz(6),
  CONSTRAINT withdrawal_delay_pkey PRIMARY KEY (user_id),
  CONSTRAINT withdrawal_delay_values CHECK (hours IN (0, 24, 48, 72) AND next_hours IN (0, 24, 48, 72)
    AND num_nulls(next_hours, next_at) IN (0, 2) AND (next_hours IS NULL OR next_hours < hours)),
  CONSTRAINT withdrawal_delay_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user (id) ON UPDATE CASCADE ON DELETE RESTRICT
);
ALTER TABLE withdrawal_delay OWNER TO ledger_owner;
GRANT SELECT ON withdrawal_delay TO app_runtime;

-- Before that nobody approves it; null where its owner chose no delay.
ALTER TABLE withdrawal ADD COLUMN waits_until timestamptz(3);
