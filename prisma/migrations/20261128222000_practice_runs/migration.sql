-- Strategy runs can be practised: their two tables on the practice side, which were there for nobody to write to, get what
-- the real ones have. They are empty, so they are made anew. docs/decisions/trading/practice.md

DROP TABLE practice.strategy_run;
DROP TABLE practice.strategy_signal;
CREATE TABLE practice.strategy_run (LIKE public.strategy_run INCLUDING ALL);
CREATE TABLE practice.strategy_signal (LIKE public.strategy_signal INCLUDING ALL);
ALTER TABLE practice.strategy_signal ADD CONSTRAINT strategy_signal_run_id_fkey
  FOREIGN KEY (run_id) REFERENCES practice.strategy_run (id) ON UPDATE CASCADE ON DELETE RESTRICT;

CREATE SEQUENCE practice.strategy_run_number_seq OWNED BY practice.strategy_run.number;
ALTER TABLE practice.strategy_run ALTER COLUMN number SET DEFAULT nextval('practice.strategy_run_number_seq');

ALTER TABLE practice.strategy_run OWNER TO practice_owner;
ALTER TABLE practice.strategy_signal OWNER TO practice_owner;
GRANT SELECT ON practice.strategy_run, practice.strategy_signal TO practice_runtime;
-- As on the real side: whoever decides for a run locks its row, and may write nothing of it but what the strategy remembers.
GRANT UPDATE (state) ON practice.strategy_run TO practice_runtime;

GRANT SELECT ON market_candle TO practice_owner;
