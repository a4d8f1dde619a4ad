-- Lets only the ledger's role make trades, and only valid ones: an option starts open, without
-- prices; a user's spot trade pending, without a price; a strategy's is complete from the start.
-- Each goes into the public log.
-- Returns: null, as an AFTER trigger does.
-- Raises: insufficient_privilege (42501, see trade_refuse), check_violation (23514).
-- Locks: none.
-- Trigger: after INSERT on trade. Options have no fee, and come first and by themselves: all of
--   a condition is prepared, also what is not reached.
CREATE OR REPLACE FUNCTION trade_inserted()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF NEW.type = 'option' AND current_user = 'ledger_owner' AND NEW.amount_micro > 0 AND NEW.fee_micro >= 0
    AND NEW.status = 'open' AND NEW.direction IN ('up', 'down') AND NEW.side IS NULL AND NEW.currency = 'USDT'
    AND NEW.duration_seconds > 0 AND NEW.payout_rate_ppm >= 0 AND NEW.collateral_micro >= 0 AND NEW.shard BETWEEN 0 AND 15
    AND coalesce(NEW.entry_delay_ms, 0) BETWEEN 0 AND 10000
    AND num_nulls(NEW.entry_tick_seq, NEW.entry_price_e8, NEW.entry_at, NEW.expires_at, NEW.exit_tick_seq,
      NEW.exit_price_e8, NEW.settled_at, NEW.payout_micro, NEW.pnl_micro, NEW.received_micro) = 10 THEN
    INSERT INTO log_queue (kind, ref) VALUES ('trade_accepted', NEW.id);
    RETURN NULL;
  END IF;
  IF NEW.type IN ('manual', 'ai') AND current_user = 'ledger_owner' AND NEW.amount_micro > 0 AND NEW.fee_micro >= 0
    AND NEW.side IN ('buy', 'sell') AND NEW.direction IS NULL
    AND (NEW.side = 'buy') = (NEW.currency = 'USDT') AND NEW.currency IN ('USDT', 'XAUT')
    AND (NEW.order_id IS NULL OR NEW.type = 'manual')
    AND (CASE WHEN NEW.type = 'manual' AND NEW.order_id IS NULL THEN NEW.status = 'pending' AND NEW.fee_micro = 0
        AND num_nulls(NEW.entry_tick_seq, NEW.entry_price_e8, NEW.entry_at, NEW.settled_at, NEW.received_micro, NEW.pnl_micro,
          NEW.void_reason) = 7
      ELSE NEW.status = 'filled' AND NEW.received_micro > 0 END) THEN
    IF NEW.status = 'pending' THEN
      INSERT INTO log_queue (kind, ref) VALUES ('trade_accepted', NEW.id);
    ELSE
      -- Behind every tick that this transaction has seen, one of which is its price.
      INSERT INTO log_queue (place, kind, ref)
      VALUES (greatest(pg_current_xact_id()::text::bigint, pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1), 'trade_settled', NEW.id);
    END IF;
    RETURN NULL;
  END IF;
  IF current_user <> 'ledger_owner' THEN
    PERFORM trade_refuse();
  END IF;
  RAISE EXCEPTION 'not a valid new trade' USING ERRCODE = 'check_violation';
END
$$;

ALTER FUNCTION trade_inserted() OWNER TO ledger_owner;

CREATE OR REPLACE TRIGGER trade_inserted
  AFTER INSERT ON trade
  FOR EACH ROW EXECUTE FUNCTION trade_inserted();
