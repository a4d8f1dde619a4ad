-- An option waits for a price that nothing public announced when it was accepted, and a tick says whether it is one to
-- trade on. docs/decisions/prices-and-outcomes.md

-- How long after acceptance the entry is at the earliest, as agreed to. Null before this migration: no delay.
ALTER TABLE trade ADD COLUMN entry_delay_ms integer;

-- The sources did not agree on where the price is: recorded, and an exit as any other, but no entry and no fill.
ALTER TABLE market_tick ADD COLUMN contested boolean NOT NULL DEFAULT false;
-- Of now: also true while a jump is withheld, so that there is no tick to say it.
ALTER TABLE market_head ADD COLUMN contested boolean NOT NULL DEFAULT false;
-- The time of the newest tick that is not contested.
ALTER TABLE market_head ADD COLUMN usable_at timestamptz(6);
UPDATE market_head SET usable_at = at;

-- The delay and the largest spread are read where they decide, not taken from a caller.
GRANT SELECT ON setting TO ledger_owner;
