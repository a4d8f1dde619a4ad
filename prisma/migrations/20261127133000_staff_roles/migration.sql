-- Roles of staff: permissions by action, with limits by amount. What members of staff may do stays as it is: without a
-- role they keep the areas that they have. docs/decisions/staff-roles.md
CREATE TABLE staff_role (
  id uuid NOT NULL DEFAULT uuid_v7(),
  key text,
  name text NOT NULL,
  permissions text[] NOT NULL,
  limits jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT staff_role_pkey PRIMARY KEY (id),
  CONSTRAINT staff_role_name CHECK (char_length(name) BETWEEN 2 AND 40),
  CONSTRAINT staff_role_permissions CHECK (
    cardinality(permissions) > 0 AND ('*' = ANY (permissions)) = (key IS NOT NULL AND key = 'administrator')
  ),
  CONSTRAINT staff_role_limits CHECK (jsonb_typeof(limits) = 'object')
);
CREATE UNIQUE INDEX staff_role_key_key ON staff_role (key);
CREATE UNIQUE INDEX staff_role_name_key ON staff_role (name);
GRANT SELECT, INSERT, UPDATE, DELETE ON staff_role TO app_runtime;
GRANT SELECT, UPDATE ON staff_role TO ledger_owner;

ALTER TABLE app_user ADD COLUMN staff_role_id uuid CONSTRAINT app_user_staff_role_id_fkey
  REFERENCES staff_role (id) ON UPDATE CASCADE ON DELETE RESTRICT;
CREATE INDEX app_user_staff_role_id_idx ON app_user (staff_role_id);
GRANT UPDATE (permissions) ON app_user TO ledger_owner;

INSERT INTO staff_role (id, key, name, permissions) VALUES
  ('01900000-0000-7000-8000-000000000001', 'support', 'Support',
    '{users.read,users.note,chat.read,chat.answer,chat.edit,deposits.read,withdrawals.read,trades.read,savings.read}'),
  ('01900000-0000-7000-8000-000000000002', 'payments', 'Payments clerk',
    '{users.read,users.note,deposits.read,deposits.confirm,withdrawals.read,withdrawals.approve,withdrawals.complete,proofs.read,approvals.read,approvals.decide,trades.read}'),
  ('01900000-0000-7000-8000-000000000003', 'finance', 'Finance',
    '{overview.read,audit.read,users.read,users.note,deposits.read,deposits.confirm,deposits.reverse,withdrawals.read,withdrawals.approve,withdrawals.complete,proofs.read,approvals.read,approvals.decide,trades.read,runs.stop,balances.adjust,wallets.read,savings.read,house.read,house.transfer,reports.read}'),
  ('01900000-0000-7000-8000-000000000004', 'administrator', 'Administrator', '{*}');
