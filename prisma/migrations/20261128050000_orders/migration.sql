-- Orders that wait for a price of their user's choice.
-- docs/decisions/trading/orders.md

CREATE SEQUENCE resting_order_number_seq;
-- Written by functions only.
CREATE TABLE resting_order (
  id uuid NOT NULL DEFAULT uuid_v7(),
  number bigint NOT NULL DEFAULT nextval('resting_order_number_seq'::regclass),
  user_id uuid NOT NULL,
  side text NOT NULL,
  type text NOT NULL,
  -- USDT to spend for a buy, XAUT to give for a sale, in micro-units.
  amount_micro bigint NOT NULL,
  currency text NOT NULL,
  price_e8 bigint NOT NULL,
  fee_rate_ppm integer NOT NULL,
  spread_ppm integer NOT NULL,
  status text NOT NULL DEFAULT 'open',
  -- Why it was closed without a fill.
  close_reason text,
  accepted_at timestamptz(6) NOT NULL,
  expires_at timestamptz(6),
  -- When its price came, or its time was over; whoever fills takes it from there.
  due_at timestamptz(6),
  -- The tick that it is filled at, and how far its price lies beyond the order's.
  tick_seq bigint,
  passed_e8 bigint,
  -- Of one that its user took back: the newest tick that it had been compared with.
  compared_seq bigint,
  trade_id uuid,
  closed_at timestamptz(6),
  CONSTRAINT resting_order_pkey PRIMARY KEY (id),
  CONSTRAINT resting_order_values CHECK (side IN ('buy', 'sell') AND type IN ('limit', 'stop') AND amount_micro > 0
    AND currency = CASE side WHEN 'buy' THEN 'USDT' ELSE 'XAUT' END AND price_e8 > 0 AND fee_rate_ppm >= 0 AND spread_ppm >= 0
    AND expires_at > accepted_at AND (tick_seq IS NULL OR due_at IS NOT NULL)
    AND (compared_seq IS NOT NULL) = (close_reason IS NOT DISTINCT FROM 'USER')
    AND CASE status
      WHEN 'open' THEN num_nulls(close_reason, trade_id, closed_at) = 3
      WHEN 'filled' THEN num_nulls(trade_id, tick_seq, closed_at) = 0 AND close_reason IS NULL
      WHEN 'cancelled' THEN closed_at IS NOT NULL AND close_reason IS NOT NULL AND trade_id IS NULL
      WHEN 'expired' THEN num_nulls(closed_at, due_at, expires_at) = 0 AND num_nulls(trade_id, tick_seq, close_reason) = 3
      ELSE false END),
  CONSTRAINT resting_order_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user (id) ON UPDATE CASCADE ON DELETE RESTRICT
);
ALTER SEQUENCE resting_order_number_seq OWNED BY resting_order.number;
ALTER TABLE resting_order OWNER TO ledger_owner;
CREATE UNIQUE INDEX resting_order_number_key ON resting_order (number);
CREATE INDEX resting_order_user_id_id_idx ON resting_order (user_id, id DESC);
CREATE INDEX resting_order_by_status ON resting_order (user_id, status, id DESC);
-- What a tick looks for, and what a fill does.
CREATE INDEX resting_order_waiting ON resting_order (type, side, price_e8) WHERE status = 'open' AND due_at IS NULL;
CREATE INDEX resting_order_expiring ON resting_order (expires_at) WHERE status = 'open' AND due_at IS NULL AND expires_at IS NOT NULL;
CREATE INDEX resting_order_oldest ON resting_order (accepted_at) WHERE status = 'open' AND due_at IS NULL;
CREATE INDEX resting_order_due ON resting_order (due_at, passed_e8 DESC, number) WHERE status = 'open' AND due_at IS NOT NULL;
GRANT SELECT ON resting_order TO app_runtime;

-- The newest tick that all waiting orders were compared with.
CREATE TABLE resting_order_head (
  singleton boolean NOT NULL DEFAULT true,
  tick_seq bigint NOT NULL,
  CONSTRAINT resting_order_head_pkey PRIMARY KEY (singleton),
  CONSTRAINT resting_order_head_one CHECK (singleton)
);
ALTER TABLE resting_order_head OWNER TO ledger_owner;
GRANT SELECT ON resting_order_head TO app_runtime;

-- The order that a spot trade is the fill of.
ALTER TABLE trade ADD COLUMN order_id uuid;
CREATE UNIQUE INDEX trade_order_id_key ON trade (order_id) WHERE order_id IS NOT NULL;
