-- Notes the fee of a completed withdrawal as the source of a commission, if its payer was
-- invited: a fee in XAUT with its value in USDT at the withdrawal's bid, rounded down.
-- Arguments: the trigger's argument is the source's type.
-- Returns: null, as an AFTER trigger does.
-- Raises: nothing.
-- Locks: none.
-- Trigger: after the UPDATE that completes a withdrawal with a fee.
CREATE OR REPLACE FUNCTION referral_fee_paid()
  RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
DECLARE
  v_fee bigint := CASE NEW.currency WHEN 'XAUT' THEN mul_div_down(NEW.fee_micro, NEW.value_bid_e8, 100000000) ELSE NEW.fee_micro END;
BEGIN
  IF v_fee > 0 THEN
    PERFORM referral_note_fee(TG_ARGV[0], NEW.id, NEW.user_id, v_fee);
  END IF;
  RETURN NULL;
END
$$;

ALTER FUNCTION referral_fee_paid() OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION referral_fee_paid() FROM PUBLIC, app_runtime;

CREATE OR REPLACE TRIGGER withdrawal_fee_paid
  AFTER UPDATE OF status ON withdrawal
  FOR EACH ROW
  WHEN (NEW.fee_micro > 0 AND NEW.status = 'completed' AND OLD.status <> 'completed')
  EXECUTE FUNCTION referral_fee_paid('withdrawal');
