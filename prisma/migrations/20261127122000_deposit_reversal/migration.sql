-- A deposit that was credited by mistake is taken back: what the balance lacked is owed by its user.
-- docs/decisions/reversed-deposits.md
ALTER TABLE deposit DROP CONSTRAINT deposit_status;
ALTER TABLE deposit ADD CONSTRAINT deposit_status
  CHECK (status IN ('pending', 'confirmed', 'processing', 'completed', 'failed', 'cancelled', 'reversed'));

CREATE TABLE deposit_reversal (
  deposit_id uuid NOT NULL,
  user_id uuid NOT NULL,
  currency text NOT NULL,
  amount_micro bigint NOT NULL,
  taken_micro bigint NOT NULL,
  collected_micro bigint DEFAULT 0 NOT NULL,
  reason text NOT NULL,
  requested_by_id uuid NOT NULL,
  approved_by_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT deposit_reversal_pkey PRIMARY KEY (deposit_id),
  CONSTRAINT deposit_reversal_values CHECK (currency IN ('USDT', 'XAUT') AND amount_micro > 0
    AND taken_micro BETWEEN 0 AND amount_micro AND collected_micro BETWEEN 0 AND amount_micro - taken_micro
    AND char_length(reason) >= 5 AND requested_by_id <> approved_by_id),
  CONSTRAINT deposit_reversal_deposit_id_fkey FOREIGN KEY (deposit_id)
    REFERENCES deposit (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  CONSTRAINT deposit_reversal_user_id_fkey FOREIGN KEY (user_id)
    REFERENCES app_user (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  CONSTRAINT deposit_reversal_requested_by_id_fkey FOREIGN KEY (requested_by_id)
    REFERENCES app_user (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  CONSTRAINT deposit_reversal_approved_by_id_fkey FOREIGN KEY (approved_by_id)
    REFERENCES app_user (id) ON UPDATE CASCADE ON DELETE RESTRICT
);
CREATE INDEX deposit_reversal_user_id_created_at_idx ON deposit_reversal (user_id, created_at);
ALTER TABLE deposit_reversal OWNER TO ledger_owner;
GRANT SELECT ON deposit_reversal TO app_runtime;

-- What users owe the house. The rule that says which accounts there may be is a function, which comes after this.
SET ROLE ledger_owner;
ALTER TABLE ledger_account DISABLE TRIGGER USER;
INSERT INTO ledger_account (id, kind, currency, shard, floor_micro)
VALUES (-11, 'receivable', 'USDT', 0, NULL), (-12, 'receivable', 'XAUT', 0, NULL);
ALTER TABLE ledger_account ENABLE TRIGGER USER;
RESET ROLE;
