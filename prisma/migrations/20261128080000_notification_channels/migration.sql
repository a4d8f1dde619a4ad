-- How each person is reached beside the list in the app: by push to their devices and by mail, by kind.
CREATE TABLE notification_setting (
  user_id uuid NOT NULL,
  push text[] NOT NULL,
  mail text[] NOT NULL,
  quiet_from smallint,
  quiet_to smallint,
  quiet_zone text,
  shows_amounts boolean NOT NULL DEFAULT false,
  CONSTRAINT notification_setting_pkey PRIMARY KEY (user_id),
  CONSTRAINT notification_setting_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  CONSTRAINT notification_setting_quiet CHECK (
    (quiet_from IS NULL AND quiet_to IS NULL AND quiet_zone IS NULL)
    OR (quiet_from BETWEEN 0 AND 1439 AND quiet_to BETWEEN 0 AND 1439 AND quiet_from <> quiet_to AND quiet_zone IS NOT NULL)
  )
);

CREATE TABLE push_subscription (
  id uuid NOT NULL DEFAULT uuid_v7(),
  user_id uuid NOT NULL,
  session_id uuid NOT NULL,
  endpoint text NOT NULL,
  p256dh text NOT NULL,
  auth text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT push_subscription_pkey PRIMARY KEY (id),
  CONSTRAINT push_subscription_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user (id) ON UPDATE CASCADE ON DELETE RESTRICT,
  CONSTRAINT push_subscription_session_id_fkey FOREIGN KEY (session_id) REFERENCES session (id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT push_subscription_values CHECK (length(endpoint) <= 1000 AND length(p256dh) <= 200 AND length(auth) <= 100)
);
CREATE UNIQUE INDEX push_subscription_endpoint_key ON push_subscription (endpoint);
CREATE INDEX push_subscription_user_id_idx ON push_subscription (user_id);
CREATE INDEX push_subscription_session_id_idx ON push_subscription (session_id);

-- What waits to go out: to one device, or by mail where there is none.
CREATE TABLE notification_dispatch (
  id bigint GENERATED ALWAYS AS IDENTITY,
  notification_id uuid NOT NULL,
  subscription_id uuid,
  attempts smallint NOT NULL DEFAULT 0,
  due_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT notification_dispatch_pkey PRIMARY KEY (id),
  CONSTRAINT notification_dispatch_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES notification (id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT notification_dispatch_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES push_subscription (id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX notification_dispatch_due_at_idx ON notification_dispatch (due_at);
CREATE INDEX notification_dispatch_notification_id_idx ON notification_dispatch (notification_id);
CREATE INDEX notification_dispatch_subscription_id_idx ON notification_dispatch (subscription_id);

GRANT SELECT, INSERT, UPDATE, DELETE ON notification_setting, push_subscription, notification_dispatch TO app_runtime;
