-- Every state of plans and of users' own limits, so that what was agreed to can be compared with what was in force then, as
-- with site_rule_history. Written by terms_keep() only. docs/decisions/security/database-roles.md
CREATE TABLE terms_history (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  subject text NOT NULL,
  subject_id uuid NOT NULL,
  since timestamptz(6) NOT NULL,
  terms jsonb NOT NULL,
  CONSTRAINT terms_history_pkey PRIMARY KEY (id),
  CONSTRAINT terms_history_subject CHECK (subject IN ('saving_plan', 'trade_config'))
);
CREATE INDEX terms_history_of ON terms_history (subject_id, id);
ALTER TABLE terms_history OWNER TO ledger_owner;
GRANT SELECT ON terms_history TO app_runtime;
