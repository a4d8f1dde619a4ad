-- Counts what confirming a deposit credits (see four_eyes_take). One that was approved although its
-- transaction was credited before may repeat it.
-- Arguments: p_credited in micro-units of what is credited: XAUT for a deposit of XAUT, else USDT.
-- Returns: nothing.
-- Raises: those of four_eyes_take.
-- Locks: those of four_eyes_take. The deposit's row is the caller's.
CREATE OR REPLACE FUNCTION four_eyes_deposit(p_deposit deposit, p_actor uuid, p_credited bigint)
  RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_deposit deposit := p_deposit;
  v_value bigint;
  v_approval uuid;
BEGIN
  v_value := adjustment_value(ledger_currency(v_deposit.currency), p_credited);
  v_approval := four_eyes_take(p_actor, v_deposit.user_id, 'deposit.confirm', v_deposit.id::text, v_value, false);
  UPDATE deposit d SET repeats_transaction = true
  WHERE d.id = v_deposit.id AND EXISTS (SELECT FROM approval a WHERE a.id = v_approval AND a.input ? 'overrideReason');
END
$$;

ALTER FUNCTION four_eyes_deposit(deposit, uuid, bigint) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION four_eyes_deposit(deposit, uuid, bigint) FROM PUBLIC, app_runtime;
