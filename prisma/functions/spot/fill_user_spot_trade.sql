-- The version before 0.3 filled spot trades here at once, at a price already known. While a site is
-- upgraded, its instances get their earlier answers and nothing new.
-- Arguments: as they were; p_key names the event, p_input_hash its input.
-- Returns: an earlier fill, with both available balances of now.
-- Raises: IDEMPOTENCY_CONFLICT (the key was used with other input), MARKET_STALE for all else.
-- Locks: none.
CREATE OR REPLACE FUNCTION fill_user_spot_trade(
  p_refusal text,
  p_key text,
  p_input_hash bytea,
  p_user uuid,
  p_side text,
  p_amount bigint,
  p_limit_price_e8 bigint,
  p_fee_ppm integer,
  p_spread_ppm integer,
  p_min bigint,
  p_max bigint,
  p_daily_limit integer
)
  RETURNS TABLE (
    o_trade_id uuid,
    o_price_e8 bigint,
    o_fee_micro bigint,
    o_received_micro bigint,
    o_pnl_micro bigint,
    o_usdt_micro bigint,
    o_xaut_micro bigint,
    o_replayed boolean
  )
  LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
DECLARE
  v_hash bytea;
BEGIN
  SELECT j.input_hash, t.id, t.entry_price_e8, t.fee_micro, t.received_micro, t.pnl_micro
  INTO v_hash, o_trade_id, o_price_e8, o_fee_micro, o_received_micro, o_pnl_micro
  FROM ledger_journal j JOIN trade t ON t.id = j.result_id AND t.status = 'filled' WHERE j.idempotency_key = p_key;
  IF v_hash IS NULL THEN
    PERFORM ledger_raise('MARKET_STALE');
  ELSIF v_hash <> p_input_hash THEN
    PERFORM ledger_raise('IDEMPOTENCY_CONFLICT');
  END IF;
  SELECT max(a.balance_micro) FILTER (WHERE a.currency = 'USDT'), max(a.balance_micro) FILTER (WHERE a.currency = 'XAUT')
  INTO o_usdt_micro, o_xaut_micro FROM ledger_account a WHERE a.owner_id = p_user AND a.kind = 'available';
  o_replayed := true;
  RETURN NEXT;
END
$$;

ALTER FUNCTION fill_user_spot_trade(text, text, bytea, uuid, text, bigint, bigint, integer, integer, bigint, bigint, integer) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION fill_user_spot_trade(text, text, bytea, uuid, text, bigint, bigint, integer, integer, bigint, bigint, integer) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION fill_user_spot_trade(text, text, bytea, uuid, text, bigint, bigint, integer, integer, bigint, bigint, integer) TO app_runtime;
