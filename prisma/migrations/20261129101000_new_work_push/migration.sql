-- Staff may be told of new work by push, too: on the devices that they turned that on for in the panel, which is apart
-- from what the same browser gets for its owner as a user.
ALTER TABLE new_work_setting
  ADD COLUMN channels text[] NOT NULL DEFAULT '{mail}',
  ADD CONSTRAINT new_work_setting_channels_check CHECK (channels <@ ARRAY['mail', 'push']);

ALTER TABLE push_subscription ADD COLUMN for_staff boolean NOT NULL DEFAULT false;
CREATE UNIQUE INDEX push_subscription_endpoint_for_staff_key ON push_subscription (endpoint, for_staff);
DROP INDEX push_subscription_endpoint_key;

-- What waits to go out is a notification, or work that a device of staff is told of.
ALTER TABLE notification_dispatch
  ALTER COLUMN notification_id DROP NOT NULL,
  ADD COLUMN work text[] NOT NULL DEFAULT '{}',
  ADD COLUMN created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  ADD CONSTRAINT notification_dispatch_what_check CHECK ((notification_id IS NULL) = (work <> '{}')),
  ADD CONSTRAINT notification_dispatch_work_check CHECK (work = '{}' OR subscription_id IS NOT NULL);
