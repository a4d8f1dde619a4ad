-- The version before 0.3 converted here at once, at a price already known. While a site is
-- upgraded, its instances get their earlier answers and nothing new.
-- Arguments: as they were; p_key names the event, p_input_hash its input.
-- Returns: an earlier conversion, with the available USDT of now.
-- Raises: IDEMPOTENCY_CONFLICT (the key was used with other input), MARKET_STALE for all else.
-- Locks: none.
CREATE OR REPLACE FUNCTION vault_convert(
  p_key text,
  p_input_hash bytea,
  p_user uuid,
  p_direction text,
  p_amount bigint,
  p_limit_e8 bigint
)
  RETURNS TABLE (o_id uuid, o_available_micro bigint, o_replayed boolean)
  LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
DECLARE
  v_hash bytea;
BEGIN
  SELECT j.input_hash, v.id INTO v_hash, o_id
  FROM ledger_journal j JOIN vault_conversion v ON v.id = j.result_id AND v.status = 'filled' WHERE j.idempotency_key = p_key;
  IF v_hash IS NULL THEN
    PERFORM ledger_raise('MARKET_STALE');
  ELSIF v_hash <> p_input_hash THEN
    PERFORM ledger_raise('IDEMPOTENCY_CONFLICT');
  END IF;
  SELECT a.balance_micro INTO o_available_micro FROM ledger_account a
  WHERE a.owner_id = p_user AND a.kind = 'available' AND a.currency = 'USDT';
  o_replayed := true;
  RETURN NEXT;
END
$$;

ALTER FUNCTION vault_convert(text, bytea, uuid, text, bigint, bigint) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION vault_convert(text, bytea, uuid, text, bigint, bigint) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION vault_convert(text, bytea, uuid, text, bigint, bigint) TO app_runtime;
