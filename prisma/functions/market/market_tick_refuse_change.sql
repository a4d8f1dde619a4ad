-- Refuses every change of recorded prices.
-- Returns: nothing: it always raises.
-- Raises: an error (P0001).
-- Locks: none.
-- Trigger: before UPDATE, DELETE or TRUNCATE of market_tick, and of its partitions (see
--   ensure_market_tick_partitions).
CREATE OR REPLACE FUNCTION market_tick_refuse_change()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  RAISE EXCEPTION 'market_tick is append-only';
END
$$;

ALTER FUNCTION market_tick_refuse_change() OWNER TO ledger_owner;

CREATE OR REPLACE TRIGGER market_tick_append_only
  BEFORE DELETE OR UPDATE ON market_tick
  FOR EACH ROW EXECUTE FUNCTION market_tick_refuse_change();
CREATE OR REPLACE TRIGGER market_tick_no_truncate
  BEFORE TRUNCATE ON market_tick
  FOR EACH STATEMENT EXECUTE FUNCTION market_tick_refuse_change();
