-- A withdrawal password that staff set pays nothing out: it only lets its owner choose another.
-- docs/decisions/account-protection.md
ALTER TABLE app_user ADD COLUMN one_time_withdraw_password_until timestamptz(3);

-- Those that staff set before, and that are still in use: their owners have 30 days to replace them.
-- A password that was changed within the minute of the entry is taken for the one of the entry.
UPDATE app_user u
SET one_time_withdraw_password_until = now() + interval '30 days'
FROM (
  SELECT a.subject_user_id AS user_id, max(a.at) AS at FROM audit_entry a
  WHERE a.action = 'user.reset-withdraw-password' GROUP BY a.subject_user_id
) reset
WHERE u.id = reset.user_id AND u.withdraw_password_hash IS NOT NULL AND u.erased_at IS NULL
  AND coalesce(u.withdraw_password_changed_at <= reset.at + interval '1 minute', true);
