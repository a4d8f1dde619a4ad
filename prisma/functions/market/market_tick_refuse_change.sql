-- Refuses every change of recorded prices, but for the removal of what thin_ticks removes: older
-- than 90 days, of a day that this transaction thins, and whole in the public log, whose first
-- entry does not have it in its sum.
-- Returns: the row that may be removed; for anything else it raises.
-- Raises: an error (P0001).
-- Locks: none.
-- Trigger: before UPDATE, DELETE or TRUNCATE of market_tick, and of its partitions (see
--   ensure_market_tick_partitions).
CREATE OR REPLACE FUNCTION market_tick_refuse_change()
  RETURNS trigger
  LANGUAGE plpgsql
  SET search_path = public, pg_temp
AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.at < app_now() - interval '90 days'
      AND EXISTS (SELECT FROM market_tick_thinned d WHERE d.day = (OLD.at AT TIME ZONE 'UTC')::date
        AND OLD.seq > d.first_seq AND OLD.seq < d.last_seq AND d.xmin = pg_current_xact_id()::xid)
      AND EXISTS (SELECT FROM log_entry e WHERE e.kind = 'tick' AND e.ref = OLD.seq::text)
      AND OLD.seq > (SELECT (e.entry::jsonb #>> '{ticks,last}')::bigint FROM log_entry e WHERE e.index = 0)
    THEN
      RETURN OLD;
    END IF;
  END IF;
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
