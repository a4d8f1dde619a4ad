-- Opens an option behind the rules that belong to one user: what staff allow this user, and
-- whether the risks were accepted. In one round trip with open_option.
-- Arguments: p_refusal is a code that the caller already knows to be in the way, or null; a
--   repeated key is still answered as it was the first time. The others as in open_option.
-- Returns: as open_option, and whether prices are simulated now.
-- Raises: p_refusal, PRODUCT_DISABLED, RISK_NOT_ACCEPTED, and those of open_option (behind a
--   refusal IDEMPOTENCY_CONFLICT only).
-- Locks: those of open_option.
CREATE OR REPLACE FUNCTION open_user_option(
  p_refusal text,
  p_risk_version integer,
  p_key text,
  p_input_hash bytea,
  p_user uuid,
  p_direction text,
  p_amount bigint,
  p_duration_seconds integer,
  p_rate_ppm integer,
  p_min_amount bigint,
  p_max_amount bigint,
  p_daily_limit integer,
  p_min_sources integer,
  p_cap_second bigint,
  p_cap_direction bigint,
  OUT o_trade_id uuid,
  OUT o_opened_at timestamptz,
  OUT o_collateral_micro bigint,
  OUT o_available_micro bigint,
  OUT o_replayed boolean,
  OUT o_simulated boolean
)
  LANGUAGE plpgsql
AS $$
DECLARE
  v_refusal text;
  v_min bigint;
  v_max bigint;
  v_daily integer;
BEGIN
  SELECT CASE
      WHEN p_refusal IS NOT NULL THEN p_refusal
      WHEN c.option_enabled IS FALSE THEN 'PRODUCT_DISABLED'
      WHEN NOT EXISTS (
        SELECT FROM risk_acceptance r WHERE r.user_id = p_user AND r.product = 'option' AND r.version = p_risk_version
      ) THEN 'RISK_NOT_ACCEPTED' END,
    greatest(p_min_amount, c.min_amount_micro), least(p_max_amount, c.max_amount_micro), least(p_daily_limit, c.daily_trade_limit),
    (SELECT h.simulated FROM market_head h WHERE h.id = 1)
  INTO v_refusal, v_min, v_max, v_daily, o_simulated
  FROM (VALUES (p_user)) AS caller (id) LEFT JOIN trade_config c ON c.user_id = caller.id;
  IF v_refusal IS NULL THEN
    SELECT * INTO o_trade_id, o_opened_at, o_collateral_micro, o_available_micro, o_replayed
    FROM open_option(p_key, p_input_hash, p_user, p_direction, p_amount, p_duration_seconds,
      p_rate_ppm, v_min, v_max, v_daily, p_min_sources, p_cap_second, p_cap_direction);
    RETURN;
  END IF;
  BEGIN
    -- With a maximum of nothing it can only repeat an earlier answer.
    SELECT * INTO o_trade_id, o_opened_at, o_collateral_micro, o_available_micro, o_replayed
    FROM open_option(p_key, p_input_hash, p_user, p_direction, p_amount, p_duration_seconds,
      0, p_min_amount, 0::bigint, 0, p_min_sources, p_cap_second, p_cap_direction);
    RETURN;
  EXCEPTION WHEN SQLSTATE 'XA001' THEN
    IF SQLERRM = 'IDEMPOTENCY_CONFLICT' THEN
      RAISE;
    END IF;
  END;
  RAISE EXCEPTION USING ERRCODE = 'XA001', MESSAGE = v_refusal;
END
$$;

REVOKE ALL ON FUNCTION open_user_option(text, integer, text, bytea, uuid, text, bigint, integer, integer, bigint, bigint, integer, integer, bigint, bigint) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION open_user_option(text, integer, text, bytea, uuid, text, bigint, integer, integer, bigint, bigint, integer, integer, bigint, bigint) TO app_runtime;
