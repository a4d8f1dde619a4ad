-- A reversal that a member of staff asked for, until a colleague agrees.
CREATE TABLE deposit_reversal_request (
  deposit_id uuid NOT NULL,
  requested_by_id uuid NOT NULL,
  reason text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT deposit_reversal_request_pkey PRIMARY KEY (deposit_id),
  CONSTRAINT deposit_reversal_request_deposit_id_fkey FOREIGN KEY (deposit_id)
    REFERENCES deposit (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  CONSTRAINT deposit_reversal_request_requested_by_id_fkey FOREIGN KEY (requested_by_id)
    REFERENCES app_user (id) ON UPDATE CASCADE ON DELETE RESTRICT
);
ALTER TABLE deposit_reversal_request OWNER TO ledger_owner;
GRANT SELECT ON deposit_reversal_request TO app_runtime;
