-- One rule for every way in which staff make money or let it leave: docs/decisions/four-eyes.md

-- What waits, or waited, for a second person.
CREATE TABLE approval (
  id uuid NOT NULL,
  kind text NOT NULL,
  -- What it is about: the row's id, or the key of the event that makes one.
  subject text NOT NULL,
  user_id uuid,
  -- What was asked for, exactly.
  input jsonb NOT NULL,
  -- How staff recognise what it is about.
  about jsonb NOT NULL,
  -- Micro-units of USDT when it was asked for; null where it was not known, or is none.
  value_micro bigint,
  reason text,
  status text NOT NULL DEFAULT 'pending',
  proposed_by_id uuid NOT NULL,
  decided_by_id uuid,
  decided_at timestamptz(3),
  decision_note text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT approval_pkey PRIMARY KEY (id),
  CONSTRAINT approval_kind CHECK (kind IN ('balance.add', 'balance.subtract', 'deposit.confirm', 'deposit.reverse',
    'withdrawal.approve', 'withdrawal.complete', 'house.transfer', 'saving.change', 'wallet.change')),
  CONSTRAINT approval_decided CHECK (
    CASE status
      WHEN 'pending' THEN decided_at IS NULL AND decided_by_id IS NULL
      WHEN 'expired' THEN decided_at IS NOT NULL AND decided_by_id IS NULL
      WHEN 'approved' THEN decided_at IS NOT NULL AND decided_by_id IS NOT NULL
      WHEN 'refused' THEN decided_at IS NOT NULL AND decided_by_id IS NOT NULL
      ELSE false
    END),
  CONSTRAINT approval_four_eyes CHECK (proposed_by_id IS DISTINCT FROM user_id
    AND (decided_by_id IS NULL OR (decided_by_id IS DISTINCT FROM user_id AND decided_by_id <> proposed_by_id)))
);
ALTER TABLE approval ADD CONSTRAINT approval_user_id_fkey
  FOREIGN KEY (user_id) REFERENCES app_user(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE approval ADD CONSTRAINT approval_proposed_by_id_fkey
  FOREIGN KEY (proposed_by_id) REFERENCES app_user(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE approval ADD CONSTRAINT approval_decided_by_id_fkey
  FOREIGN KEY (decided_by_id) REFERENCES app_user(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE approval OWNER TO ledger_owner;
-- One thing is asked for once at a time.
CREATE UNIQUE INDEX approval_waiting ON approval (kind, subject) WHERE status = 'pending';
CREATE INDEX approval_created_at_id_idx ON approval (created_at, id);
CREATE INDEX approval_pending ON approval (created_at, id) WHERE status = 'pending';
CREATE INDEX approval_user_id_created_at_idx ON approval (user_id, created_at);
GRANT SELECT ON approval TO app_runtime;

-- Every value that a member of staff moved, alone or with a second person.
CREATE TABLE staff_move (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  actor_id uuid NOT NULL,
  user_id uuid,
  kind text NOT NULL,
  subject text NOT NULL,
  -- Micro-units of USDT; null where it is not known.
  value_micro bigint,
  -- With whose approval; null for what was moved alone.
  approval_id uuid,
  at timestamptz(3) NOT NULL,
  CONSTRAINT staff_move_pkey PRIMARY KEY (id)
);
ALTER TABLE staff_move ADD CONSTRAINT staff_move_approval_id_fkey
  FOREIGN KEY (approval_id) REFERENCES approval(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE staff_move OWNER TO ledger_owner;
CREATE INDEX staff_move_actor_id_at_idx ON staff_move (actor_id, at);
CREATE INDEX staff_move_user_id_at_idx ON staff_move (user_id, at);
GRANT SELECT ON staff_move TO app_runtime;

ALTER TABLE site_rule ADD COLUMN plan_yearly_ceiling_ppm bigint NOT NULL DEFAULT 300000;

-- The threshold for balance changes is the one for everything now. The version before still reads its own name.
INSERT INTO setting (key, value) SELECT 'fourEyesThreshold', value FROM setting WHERE key = 'balanceApprovalThreshold';

-- Balance changes that needed approval.
INSERT INTO approval (id, kind, subject, user_id, input, about, value_micro, reason, status, proposed_by_id, decided_by_id, decided_at,
  decision_note, created_at, expires_at)
SELECT b.id, 'balance.' || b.operation, b.id, b.user_id,
  jsonb_build_object('amount', trim_scale(b.amount_micro / 1000000.0)::text, 'operation', b.operation, 'currency', b.currency,
    'reason', b.reason),
  jsonb_build_object('amount', round(b.amount_micro / 1000000.0, 6)::text, 'currency', b.currency),
  b.value_micro, b.reason, CASE b.status WHEN 'applied' THEN 'approved' ELSE b.status END, b.proposed_by_id, b.decided_by_id,
  b.decided_at, b.decision_note, b.created_at, b.expires_at
FROM balance_adjustment b WHERE b.expires_at IS NOT NULL;
DELETE FROM balance_adjustment WHERE status = 'pending';

-- What staff credited in the last week: who did so does not let it out alone.
INSERT INTO staff_move (actor_id, user_id, kind, subject, value_micro, approval_id, at)
SELECT d.processed_by_id, d.user_id, 'deposit.confirm', d.id::text, d.credited_micro, NULL, d.processed_at
FROM deposit d WHERE d.status = 'completed' AND d.processed_by_id IS NOT NULL AND d.processed_at > now() - interval '168 hours'
UNION ALL
SELECT b.proposed_by_id, b.user_id, 'balance.' || b.operation, b.id::text, b.value_micro, a.id, b.decided_at
FROM balance_adjustment b LEFT JOIN approval a ON a.id = b.id
WHERE b.status = 'applied' AND b.decided_at > now() - interval '168 hours';
