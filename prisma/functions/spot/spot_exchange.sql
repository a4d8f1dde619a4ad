-- Moves the money of an exchange of USDT and XAUT between a user and the house, lines 1 to 3 of its
-- journal.
-- Arguments: p_reference_type and p_reference name what it is for. p_give is the kind of the
--   user's account that gives: 'held' for what was set aside at acceptance, 'ai' for a strategy
--   run; p_get the kind that receives, and pays a sale's fee. The amounts are those of
--   spot_amounts.
-- Returns: nothing.
-- Raises: HOUSE_LIMIT, and the others of ledger_account_id and ledger_apply.
-- Locks: the user's accounts by their updates, which the caller has locked, then inventory USDT,
--   inventory XAUT and fees: ids descending.
CREATE OR REPLACE FUNCTION spot_exchange(
  p_journal bigint,
  p_reference_type text,
  p_reference uuid,
  p_user uuid,
  p_side text,
  p_give text,
  p_get text,
  p_amount bigint,
  p_gross bigint,
  p_fee bigint,
  p_received bigint
)
  RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_shard integer := pg_backend_pid() % 16;
  v_usdt bigint := ledger_account_id(p_user, CASE p_side WHEN 'buy' THEN p_give ELSE p_get END, 'USDT');
  v_xaut bigint := ledger_account_id(p_user, CASE p_side WHEN 'buy' THEN p_get ELSE p_give END, 'XAUT');
BEGIN
  IF p_side = 'buy' THEN
    PERFORM ledger_apply(p_journal, 1, v_usdt, -200 - v_shard, p_gross - p_fee, p_reference_type, p_reference, true);
    PERFORM ledger_apply(p_journal, 2, spot_take_inventory(-300, p_received), v_xaut, p_received, p_reference_type, p_reference, true);
  ELSE
    PERFORM ledger_apply(p_journal, 1, spot_take_inventory(-200, p_gross), v_usdt, p_gross, p_reference_type, p_reference, true);
    PERFORM ledger_apply(p_journal, 2, v_xaut, -300 - v_shard, p_amount, p_reference_type, p_reference, true);
  END IF;
  IF p_fee > 0 THEN
    PERFORM ledger_apply(p_journal, 3, v_usdt, -400 - v_shard, p_fee, p_reference_type, p_reference, true);
  END IF;
END
$$;

ALTER FUNCTION spot_exchange(bigint, text, uuid, uuid, text, text, text, bigint, bigint, bigint, bigint) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION spot_exchange(bigint, text, uuid, uuid, text, text, text, bigint, bigint, bigint, bigint) FROM PUBLIC, app_runtime;
