-- What the functions of the database ask of the settings, read once a change instead of at each trade, so that no
-- caller has to be believed. docs/decisions/database-roles.md

-- One row, kept by site_rules_store(). Amounts are micro-units, rates parts per million.
CREATE TABLE site_rule (
  singleton boolean NOT NULL DEFAULT true,
  option_enabled boolean NOT NULL,
  option_min_micro bigint NOT NULL,
  option_max_micro bigint NOT NULL,
  option_cap_second_micro bigint NOT NULL,
  option_cap_direction_micro bigint NOT NULL,
  option_blocked_countries text[] NOT NULL,
  daily_trade_limit integer NOT NULL,
  risk_version integer NOT NULL,
  manual_enabled boolean NOT NULL,
  manual_fee_ppm integer NOT NULL,
  manual_spread_ppm integer NOT NULL,
  manual_min_micro bigint NOT NULL,
  manual_max_micro bigint NOT NULL,
  ai_enabled boolean NOT NULL,
  ai_min_micro bigint NOT NULL,
  ai_max_micro bigint NOT NULL,
  referral_rate_ppm integer NOT NULL,
  referral_blocked_countries text[] NOT NULL,
  withdrawal_min_micro bigint NOT NULL,
  withdrawal_daily_micro bigint NOT NULL,
  withdrawal_fee_micro bigint NOT NULL,
  approval_threshold_micro bigint NOT NULL,
  CONSTRAINT site_rule_pkey PRIMARY KEY (singleton),
  CONSTRAINT site_rule_singleton CHECK (singleton)
);
ALTER TABLE site_rule OWNER TO ledger_owner;
GRANT SELECT ON site_rule TO app_runtime;

-- Every duration and payout rate that options were ever offered at; without an end it is offered now.
CREATE TABLE option_offer (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  duration_seconds integer NOT NULL,
  payout_rate_ppm integer NOT NULL,
  offered_from timestamptz(3) NOT NULL,
  offered_until timestamptz(3),
  CONSTRAINT option_offer_pkey PRIMARY KEY (id)
);
ALTER TABLE option_offer OWNER TO ledger_owner;
CREATE UNIQUE INDEX option_offer_now ON option_offer (duration_seconds) WHERE offered_until IS NULL;
CREATE INDEX option_offer_terms_idx ON option_offer (duration_seconds, payout_rate_ppm);
GRANT SELECT ON option_offer TO app_runtime;

-- What was agreed to before offers were kept.
INSERT INTO option_offer (duration_seconds, payout_rate_ppm, offered_from, offered_until)
SELECT duration_seconds, payout_rate_ppm, min(opened_at), max(opened_at)
FROM trade WHERE type = 'option' GROUP BY duration_seconds, payout_rate_ppm;
