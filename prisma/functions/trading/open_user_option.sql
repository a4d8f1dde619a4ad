-- Opens an option behind the rules of the site and of its user: what the settings offer, what
-- staff allow this user, where they live, and whether the risks were accepted. In one round trip
-- with open_option. The caller's arguments can only narrow that: they are what it took the
-- settings to be, and the database reads them by itself.
-- Arguments: p_refusal is a code that the caller already knows to be in the way, or null; a
--   repeated key is still answered as it was the first time. The others as in open_option.
-- Returns: as open_option, and whether prices are simulated now.
-- Raises: p_refusal, NOT_FOUND, NOT_AVAILABLE_IN_COUNTRY, PRODUCT_DISABLED, RISK_NOT_ACCEPTED,
--   VALIDATION for a duration that is not offered, TRADE_TERMS_CHANGED for another rate than the
--   offered one, and those of open_option (behind a refusal IDEMPOTENCY_CONFLICT only).
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
  OUT o_number bigint,
  OUT o_simulated boolean
)
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
DECLARE
  v_refusal text;
  v_min bigint;
  v_max bigint;
  v_daily integer;
  v_cap_second bigint;
  v_cap_direction bigint;
  v_min_sources integer;
BEGIN
  SELECT CASE
      WHEN p_refusal IS NOT NULL THEN p_refusal
      WHEN u.is_active IS NOT TRUE THEN 'NOT_FOUND'
      WHEN u.country_iso = ANY (s.option_blocked_countries) THEN 'NOT_AVAILABLE_IN_COUNTRY'
      WHEN NOT s.option_enabled OR c.option_enabled IS FALSE THEN 'PRODUCT_DISABLED'
      WHEN o.payout_rate_ppm IS NULL THEN 'VALIDATION'
      WHEN o.payout_rate_ppm IS DISTINCT FROM p_rate_ppm THEN 'TRADE_TERMS_CHANGED'
      WHEN NOT EXISTS (
        SELECT FROM risk_acceptance r WHERE r.user_id = p_user AND r.product = 'option' AND r.version = s.risk_version
      ) THEN 'RISK_NOT_ACCEPTED' END,
    greatest(p_min_amount, s.option_min_micro, c.min_amount_micro), least(p_max_amount, s.option_max_micro, c.max_amount_micro),
    least(p_daily_limit, s.daily_trade_limit, c.daily_trade_limit), least(p_cap_second, s.option_cap_second_micro),
    least(p_cap_direction, s.option_cap_direction_micro), greatest(p_min_sources, s.min_sources), (SELECT h.simulated FROM market_head h WHERE h.id = 1)
  INTO v_refusal, v_min, v_max, v_daily, v_cap_second, v_cap_direction, v_min_sources, o_simulated
  FROM site_rule s LEFT JOIN app_user u ON u.id = p_user LEFT JOIN trade_config c ON c.user_id = p_user
  LEFT JOIN option_offer o ON o.duration_seconds = p_duration_seconds AND o.offered_until IS NULL
  WHERE s.singleton;
  IF v_refusal IS NULL THEN
    SELECT * INTO o_trade_id, o_opened_at, o_collateral_micro, o_available_micro, o_replayed, o_number
    FROM open_option(p_key, p_input_hash, p_user, p_direction, p_amount, p_duration_seconds,
      p_rate_ppm, v_min, v_max, v_daily, v_min_sources, v_cap_second, v_cap_direction);
    RETURN;
  END IF;
  BEGIN
    -- With a maximum of nothing it can only repeat an earlier answer.
    SELECT * INTO o_trade_id, o_opened_at, o_collateral_micro, o_available_micro, o_replayed, o_number
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

ALTER FUNCTION open_user_option(text, integer, text, bytea, uuid, text, bigint, integer, integer, bigint, bigint, integer, integer, bigint, bigint) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION open_user_option(text, integer, text, bytea, uuid, text, bigint, integer, integer, bigint, bigint, integer, integer, bigint, bigint) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION open_user_option(text, integer, text, bytea, uuid, text, bigint, integer, integer, bigint, bigint, integer, integer, bigint, bigint) TO app_runtime;
