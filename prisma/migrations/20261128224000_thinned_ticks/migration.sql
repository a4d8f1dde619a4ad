-- Which days' recorded prices were thinned, and by how many. Written by thin_ticks() only.
CREATE TABLE market_tick_thinned (
  day date NOT NULL,
  first_seq bigint NOT NULL,
  last_seq bigint NOT NULL,
  removed integer NOT NULL,
  CONSTRAINT market_tick_thinned_pkey PRIMARY KEY (day),
  CONSTRAINT market_tick_thinned_values CHECK (removed >= 0 AND first_seq + removed <= last_seq)
);
ALTER TABLE market_tick_thinned OWNER TO ledger_owner;
GRANT SELECT ON market_tick_thinned TO app_runtime, practice_runtime;

-- Practice trades have receipts too: which prices they rest on is read.
GRANT USAGE ON SCHEMA practice TO ledger_owner;
GRANT SELECT ON practice.trade, practice.resting_order TO ledger_owner;
