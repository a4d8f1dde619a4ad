-- Fills a user's own spot trade, in one round trip, behind what staff allow this user.
-- Arguments: p_refusal is a code that the caller already knows to be in the way, or null; a
--   repeated key is still answered as it was the first time. The others as in fill_spot_trade.
-- Returns: as fill_spot_trade.
-- Raises: p_refusal, PRODUCT_DISABLED, and those of fill_spot_trade.
-- Locks: those of fill_spot_trade.
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
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
DECLARE
  v_refusal text := p_refusal;
  v_enabled boolean;
  v_min bigint;
  v_max bigint;
  v_daily integer;
BEGIN
  SELECT c.manual_enabled, c.min_amount_micro, c.max_amount_micro, c.daily_trade_limit
  INTO v_enabled, v_min, v_max, v_daily FROM trade_config c WHERE c.user_id = p_user;
  IF v_refusal IS NULL AND v_enabled IS FALSE THEN
    v_refusal := 'PRODUCT_DISABLED';
  END IF;
  IF v_refusal IS NOT NULL AND NOT EXISTS (SELECT FROM ledger_journal j WHERE j.idempotency_key = p_key) THEN
    PERFORM ledger_raise(v_refusal);
  END IF;
  RETURN QUERY SELECT * FROM fill_spot_trade(p_key, p_input_hash, p_user, 'manual', 'available', NULL, p_side, p_amount,
    p_limit_price_e8, p_fee_ppm, p_spread_ppm, greatest(p_min, v_min), least(p_max, v_max), least(p_daily_limit, v_daily));
END
$$;

ALTER FUNCTION fill_user_spot_trade(text, text, bytea, uuid, text, bigint, bigint, integer, integer, bigint, bigint, integer) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION fill_user_spot_trade(text, text, bytea, uuid, text, bigint, bigint, integer, integer, bigint, bigint, integer) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION fill_user_spot_trade(text, text, bytea, uuid, text, bigint, bigint, integer, integer, bigint, bigint, integer) TO app_runtime;
