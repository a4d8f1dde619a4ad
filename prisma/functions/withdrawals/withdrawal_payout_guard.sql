-- Refuses a change of what an approved withdrawal pays: that is written with its approval, which
-- leaves 'pending', and never again. Whoever sends the coins reads it; the user and the check
-- command compute it again.
-- Returns: nothing: it always raises.
-- Raises: insufficient_privilege (42501).
-- Locks: none.
-- Trigger: before such an UPDATE of withdrawal.
CREATE OR REPLACE FUNCTION withdrawal_payout_guard()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  RAISE EXCEPTION 'a withdrawal pays what it was approved with' USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE OR REPLACE TRIGGER withdrawal_payout_frozen
  BEFORE UPDATE OF rate_e8, rate_source, rate_at, payout_e8 ON withdrawal
  FOR EACH ROW
  WHEN (
    (OLD.rate_e8, OLD.rate_source, OLD.rate_at, OLD.payout_e8)
      IS DISTINCT FROM (NEW.rate_e8, NEW.rate_source, NEW.rate_at, NEW.payout_e8)
    AND (OLD.payout_e8 IS NOT NULL OR OLD.status <> 'pending')
  )
  EXECUTE FUNCTION withdrawal_payout_guard();
