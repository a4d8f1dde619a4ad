-- Filters of a list in the panel that a member of staff keeps by a name. Nobody else sees them.
CREATE TABLE staff_view (
  id uuid NOT NULL DEFAULT uuid_v7(),
  staff_id uuid NOT NULL,
  list text NOT NULL,
  name text NOT NULL,
  name_key text NOT NULL,
  filters jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT staff_view_pkey PRIMARY KEY (id),
  CONSTRAINT staff_view_list_check CHECK (list IN ('deposits', 'withdrawals', 'users', 'trades')),
  CONSTRAINT staff_view_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES app_user (id) ON UPDATE CASCADE ON DELETE RESTRICT
);
CREATE UNIQUE INDEX staff_view_staff_id_list_name_key_key ON staff_view (staff_id, list, name_key);
GRANT SELECT, INSERT, UPDATE, DELETE ON staff_view TO app_runtime;
