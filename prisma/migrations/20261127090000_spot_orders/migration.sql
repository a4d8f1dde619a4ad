-- A spot trade is accepted first, with its amount set aside, and filled at a price that came after that.
-- docs/decisions/entry-price.md

-- The worst price that the user agreed to; null for any.
ALTER TABLE trade ADD COLUMN limit_price_e8 bigint;
-- Why a spot trade was not filled.
ALTER TABLE trade ADD COLUMN void_reason text;
-- What a fill was computed by: 1 rounded half to even, at the newest tick; 2 rounds against the customer, at the first
-- usable tick after acceptance. So that each can be computed again.
ALTER TABLE trade ADD COLUMN fill_rules smallint NOT NULL DEFAULT 1;
CREATE INDEX trade_pending ON trade (opened_at, id) WHERE status = 'pending';

-- From when on a price may sell what a stopped run holds: nobody ends it for one already known.
ALTER TABLE strategy_run ADD COLUMN stop_at timestamptz(6);
-- What is in the way of that sale, once something was.
ALTER TABLE strategy_run ADD COLUMN stop_obstacle text;

-- Of version 0.1.0, whose functions are not files: what filled at a price already known.
DROP FUNCTION IF EXISTS fill_spot_trade;
DROP FUNCTION IF EXISTS spot_fee;
