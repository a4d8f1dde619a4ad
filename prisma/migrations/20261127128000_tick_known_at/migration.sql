-- A price is known before its tick is recorded: from when its newest quote was received. Nothing is entered or filled at a
-- price that was known at its acceptance. Null for ticks of before: the tick's own time counts.
-- docs/decisions/entry-price.md
ALTER TABLE market_tick ADD COLUMN known_at timestamptz(6);
