-- XAUT comes in and goes out as XAUT. docs/decisions/gold-payments.md
ALTER TABLE wallet DROP CONSTRAINT wallet_pair;
ALTER TABLE wallet ADD CONSTRAINT wallet_pair CHECK ((currency, network) IN (
  ('BTC', 'BTC'), ('ETH', 'ERC20'), ('USDT', 'ERC20'), ('USDT', 'TRC20'), ('USDT', 'BEP20'),
  ('USDC', 'ERC20'), ('USDC', 'BEP20'), ('BNB', 'BEP20'), ('XAUT', 'ERC20')));
ALTER TABLE withdrawal_address DROP CONSTRAINT withdrawal_address_pair;
ALTER TABLE withdrawal_address ADD CONSTRAINT withdrawal_address_pair CHECK ((currency, network) IN (
  ('BTC', 'BTC'), ('ETH', 'ERC20'), ('USDT', 'ERC20'), ('USDT', 'TRC20'), ('USDT', 'BEP20'),
  ('USDC', 'ERC20'), ('USDC', 'BEP20'), ('BNB', 'BEP20'), ('XAUT', 'ERC20'))) NOT VALID;

-- XAUT is credited one to one: it has no rate.
ALTER TABLE deposit DROP CONSTRAINT deposit_completed;
ALTER TABLE deposit ADD CONSTRAINT deposit_completed CHECK (status <> 'completed' OR (
  credited_micro IS NOT NULL AND processed_by_id IS NOT NULL AND processed_at IS NOT NULL
  AND (rate_e8 IS NULL) = (currency = 'XAUT'))) NOT VALID;

-- A withdrawal's amount and fee are in what leaves the balance: XAUT of XAUT, else USDT. What XAUT counted with for the
-- limits is its value at the bid of the newest tick of that moment.
ALTER TABLE withdrawal ADD COLUMN value_micro bigint;
ALTER TABLE withdrawal ADD COLUMN value_tick_seq bigint;
ALTER TABLE withdrawal ADD COLUMN value_bid_e8 bigint;
ALTER TABLE withdrawal ADD CONSTRAINT withdrawal_value CHECK (num_nulls(value_micro, value_tick_seq, value_bid_e8)
  = CASE currency WHEN 'XAUT' THEN 0 ELSE 3 END AND coalesce(value_micro, 1) > 0 AND coalesce(value_bid_e8, 1) > 0) NOT VALID;

-- What adjustment_id names: a change of a balance, or a withdrawal.
ALTER TABLE spot_write_off ADD COLUMN reference_type text NOT NULL DEFAULT 'balance_adjustment';
