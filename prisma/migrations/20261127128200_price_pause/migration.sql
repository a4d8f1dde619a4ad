-- A price of one exchange alone that moved too far: nothing is entered or filled at live prices until several exchanges
-- agree, or staff resume. Null while nothing is paused. docs/decisions/entry-price.md
ALTER TABLE market_head ADD COLUMN pause_reason text;
ALTER TABLE market_head ADD COLUMN paused_at timestamptz(3);
ALTER TABLE market_head ADD CONSTRAINT market_head_pause_check CHECK (
  pause_reason IN ('hour', 'minute') AND paused_at IS NOT NULL OR num_nulls(pause_reason, paused_at) = 2
);
