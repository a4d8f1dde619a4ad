-- Starts a user's count of today's trades afresh, with the moment that says so on their row.
-- Returns: null, as an AFTER trigger does.
-- Raises: nothing.
-- Locks: the user's available USDT.
-- Trigger: after UPDATE of trade_count_reset_at on app_user.
CREATE OR REPLACE FUNCTION trade_count_reset()
  RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
BEGIN
  UPDATE ledger_account a SET counted_trades = 0
  WHERE a.owner_id = NEW.id AND a.kind = 'available' AND a.currency = 'USDT' AND a.shard = 0;
  RETURN NULL;
END
$$;

ALTER FUNCTION trade_count_reset() OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION trade_count_reset() FROM PUBLIC, app_runtime;

CREATE OR REPLACE TRIGGER trade_count_reset
  AFTER UPDATE OF trade_count_reset_at ON app_user
  FOR EACH ROW EXECUTE FUNCTION trade_count_reset();
