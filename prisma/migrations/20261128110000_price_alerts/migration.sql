-- Prices that people asked to be told of.
-- docs/decisions/trading/alerts.md

-- Written by functions only, but for what its user takes back.
CREATE TABLE price_alert (
  id uuid NOT NULL DEFAULT uuid_v7(),
  user_id uuid NOT NULL,
  direction text NOT NULL,
  price_e8 bigint NOT NULL,
  created_at timestamptz(6) NOT NULL,
  -- The tick that met it, and its price.
  fired_at timestamptz(6),
  tick_seq bigint,
  fired_price_e8 bigint,
  CONSTRAINT price_alert_pkey PRIMARY KEY (id),
  CONSTRAINT price_alert_values CHECK (direction IN ('above', 'below') AND price_e8 BETWEEN 1000000 AND 100000000000000
    AND num_nulls(fired_at, tick_seq, fired_price_e8) IN (0, 3) AND (fired_at IS NULL OR fired_at > created_at)
    AND CASE direction WHEN 'above' THEN fired_price_e8 >= price_e8 ELSE fired_price_e8 <= price_e8 END),
  CONSTRAINT price_alert_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user (id) ON UPDATE CASCADE ON DELETE RESTRICT
);
ALTER TABLE price_alert OWNER TO ledger_owner;
CREATE INDEX price_alert_user_id_id_idx ON price_alert (user_id, id DESC);
-- What a tick looks for.
CREATE INDEX price_alert_waiting ON price_alert (direction, price_e8) WHERE fired_at IS NULL;
CREATE INDEX price_alert_oldest ON price_alert (created_at) WHERE fired_at IS NULL;
CREATE INDEX price_alert_open ON price_alert (user_id, id DESC) WHERE fired_at IS NULL;
GRANT SELECT, DELETE ON price_alert TO app_runtime;

-- The newest tick that all waiting alerts were compared with.
CREATE TABLE price_alert_head (
  singleton boolean NOT NULL DEFAULT true,
  tick_seq bigint NOT NULL,
  CONSTRAINT price_alert_head_pkey PRIMARY KEY (singleton),
  CONSTRAINT price_alert_head_one CHECK (singleton)
);
ALTER TABLE price_alert_head OWNER TO ledger_owner;
GRANT SELECT ON price_alert_head TO app_runtime;

-- Whoever is told of trades by push or mail is told of alerts there, until they choose otherwise.
UPDATE notification_setting SET push = push || ARRAY['alerts'] WHERE 'trading' = ANY (push);
UPDATE notification_setting SET mail = mail || ARRAY['alerts'] WHERE 'trading' = ANY (mail);
