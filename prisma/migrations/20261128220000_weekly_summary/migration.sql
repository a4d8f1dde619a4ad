-- A mail about each week for whoever wants one: in which zone a week begins, when the next mail is due, and the
-- Monday of the last week that was mailed, so that none is mailed twice.
ALTER TABLE notification_setting
  ADD COLUMN weekly_zone text,
  ADD COLUMN weekly_amounts boolean NOT NULL DEFAULT false,
  ADD COLUMN weekly_next_at timestamptz(3),
  ADD COLUMN weekly_mailed date,
  ADD CONSTRAINT notification_setting_weekly CHECK ((weekly_zone IS NULL) = (weekly_next_at IS NULL));
CREATE INDEX notification_setting_weekly_due ON notification_setting (weekly_next_at) WHERE weekly_next_at IS NOT NULL;
