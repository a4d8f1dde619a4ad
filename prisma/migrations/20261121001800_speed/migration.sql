-- What opening an option writes: every index of trade is written again when the option enters and when
-- it settles, since each changes an indexed column or a partial index's condition.

-- Options have no strategy run.
DROP INDEX trade_strategy_run_id_id_idx;
CREATE INDEX trade_strategy_run_id_id_idx ON trade (strategy_run_id, id) WHERE strategy_run_id IS NOT NULL;
