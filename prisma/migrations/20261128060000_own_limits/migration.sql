-- Limits that people set for themselves, each state from when on it counts: the newest that has begun is in force, one of the
-- future is a loosening that waits. Written by own_limits_set() only. docs/decisions/security/own-limits.md
CREATE TABLE own_limit (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id uuid NOT NULL,
  since timestamptz(6) NOT NULL,
  max_stake_micro bigint,
  max_loss_day_micro bigint,
  max_loss_week_micro bigint,
  max_deposit_day_micro bigint,
  max_trades_day integer,
  reminder_minutes integer,
  CONSTRAINT own_limit_pkey PRIMARY KEY (id),
  CONSTRAINT own_limit_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  CONSTRAINT own_limit_values CHECK (least(max_stake_micro, max_loss_day_micro, max_loss_week_micro, max_deposit_day_micro, max_trades_day) >= 0
    AND reminder_minutes > 0)
);
CREATE INDEX own_limit_user_id_since_idx ON own_limit (user_id, since);
ALTER TABLE own_limit OWNER TO ledger_owner;
GRANT SELECT ON own_limit TO app_runtime;

-- Times in which somebody keeps themselves from options, strategy runs and deposits. Written by exclusion_begin() only.
CREATE TABLE exclusion (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id uuid NOT NULL,
  kind text NOT NULL,
  since timestamptz(6) NOT NULL,
  until timestamptz(6) NOT NULL,
  CONSTRAINT exclusion_pkey PRIMARY KEY (id),
  CONSTRAINT exclusion_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  CONSTRAINT exclusion_kind_check CHECK (kind IN ('time_out', 'self_exclusion')),
  CONSTRAINT exclusion_until_check CHECK (until > since)
);
CREATE INDEX exclusion_user_id_until_idx ON exclusion (user_id, until);
ALTER TABLE exclusion OWNER TO ledger_owner;
GRANT SELECT ON exclusion TO app_runtime;

-- Whether their owner ever limited themselves, on the row of available USDT: what opens an option locks it anyway, and asks no
-- further for everybody else.
ALTER TABLE ledger_account ADD COLUMN limited boolean;
