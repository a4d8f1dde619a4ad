-- Who approved a withdrawal, kept beside who completed it.
ALTER TABLE withdrawal ADD COLUMN approved_by_id uuid CONSTRAINT withdrawal_approved_by_id_fkey
  REFERENCES app_user (id) ON UPDATE CASCADE ON DELETE RESTRICT;
UPDATE withdrawal SET approved_by_id = processed_by_id WHERE status = 'processing';
