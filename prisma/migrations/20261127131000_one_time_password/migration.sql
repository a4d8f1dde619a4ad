-- A password that staff set lets its owner in once, and only to choose their own.
-- docs/decisions/account-protection.md
ALTER TABLE app_user
  ADD COLUMN must_change_password boolean DEFAULT false NOT NULL,
  ADD COLUMN one_time_password_until timestamptz(3);
