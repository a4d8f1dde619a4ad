-- Whether a person reads times in the zone of their device or in UTC.
ALTER TABLE app_user
  ADD COLUMN times text NOT NULL DEFAULT 'local',
  ADD CONSTRAINT app_user_times CHECK (times IN ('local', 'utc'));
