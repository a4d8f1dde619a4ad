-- How a member of staff is mailed about new work, and what of the work that waits now they have been told of.
CREATE TABLE work_mail (
  staff_id uuid NOT NULL,
  mode text NOT NULL,
  kinds text[] NOT NULL,
  hour smallint NOT NULL,
  zone text NOT NULL,
  told text[] NOT NULL DEFAULT '{}',
  next_at timestamptz(3) NOT NULL,
  CONSTRAINT work_mail_pkey PRIMARY KEY (staff_id),
  CONSTRAINT work_mail_mode_check CHECK (mode IN ('off', 'at-once', 'hourly', 'daily')),
  CONSTRAINT work_mail_kinds_check CHECK (kinds <@ ARRAY['deposits', 'withdrawals', 'approvals', 'chat']),
  CONSTRAINT work_mail_hour_check CHECK (hour BETWEEN 0 AND 23),
  CONSTRAINT work_mail_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES app_user (id) ON UPDATE CASCADE ON DELETE RESTRICT
);
GRANT SELECT, INSERT, UPDATE, DELETE ON work_mail TO app_runtime;
