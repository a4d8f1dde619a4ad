-- Reads the settings that functions of the database decide by and keeps them where those find
-- them: site_rule, and option_offer, which also keeps what was offered before. The defaults are
-- those of lib/settings/schema.ts, and what is stored and doesn't fit counts as absent, as there.
-- Returns: nothing.
-- Raises: nothing.
-- Locks: the row of site_rule and rows of option_offer.
CREATE OR REPLACE FUNCTION site_rules_store()
  RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
DECLARE
  c_banned CONSTANT text[] := string_to_array(
    'GB AT BE BG HR CY CZ DK EE FI FR DE GR HU IS IE IT LV LI LT LU MT NL NO PL PT RO SK SI ES SE', ' ');
  c_offers CONSTANT jsonb := '[{"seconds": 30, "payoutRate": "0.80"}, {"seconds": 60, "payoutRate": "0.82"},
    {"seconds": 120, "payoutRate": "0.84"}, {"seconds": 300, "payoutRate": "0.86"}, {"seconds": 900, "payoutRate": "0.88"}]';
  v_now timestamptz := app_now();
  v_offers jsonb := (SELECT s.value FROM setting s WHERE s.key = 'optionDurations');
  v_paused text[] := string_to_array(replace(coalesce(
    (SELECT s.value #>> '{}' FROM setting s WHERE s.key = 'optionPausedDurations'), ''), ' ', ''), ',');
BEGIN
  INSERT INTO site_rule (
    singleton, option_enabled, option_min_micro, option_max_micro, option_cap_second_micro,
    option_cap_direction_micro, option_blocked_countries, daily_trade_limit, risk_version, manual_enabled,
    manual_fee_ppm, manual_spread_ppm, manual_min_micro, manual_max_micro, ai_enabled, ai_min_micro, ai_max_micro,
    referral_rate_ppm, referral_blocked_countries, withdrawal_min_micro, withdrawal_daily_micro,
    withdrawal_fee_micro, approval_threshold_micro, plan_yearly_ceiling_ppm, storage_fee_ppm)
  VALUES (true, setting_switch('optionEnabled'), setting_micro('optionMin', '1'),
    setting_micro('optionMax', '1000'), setting_micro('optionCapPerExpirySecond', '50000'),
    setting_micro('optionCapPerDirection', '250000'), setting_countries('optionBlockedCountries', c_banned),
    setting_whole('dailyTradeLimit', 100), setting_whole('riskVersion', 1), setting_switch('manualEnabled'),
    setting_micro('manualFeeRate', '0.001'), setting_micro('manualSpread', '0'), setting_micro('manualMin', '1'),
    setting_micro('manualMax', '50000'), setting_switch('aiEnabled'), setting_micro('aiMin', '50'),
    setting_micro('aiMax', '50000'), least(setting_micro('referralRate', '0.10'), 1000000),
    setting_countries('referralBlockedCountries', ARRAY['GB']), setting_micro('withdrawalMin', '10'),
    setting_micro('withdrawalDailyLimit', '10000'), setting_micro('withdrawalFee', '0'),
    setting_micro('fourEyesThreshold', '0'), setting_micro('planYearlyRateCeiling', '0.30'),
    least(setting_micro('storageFeeRate', '0.001'), 999999))
  ON CONFLICT (singleton) DO UPDATE SET option_enabled = excluded.option_enabled,
    option_min_micro = excluded.option_min_micro, option_max_micro = excluded.option_max_micro,
    option_cap_second_micro = excluded.option_cap_second_micro, option_cap_direction_micro = excluded.option_cap_direction_micro,
    option_blocked_countries = excluded.option_blocked_countries, daily_trade_limit = excluded.daily_trade_limit,
    risk_version = excluded.risk_version, manual_enabled = excluded.manual_enabled, manual_fee_ppm = excluded.manual_fee_ppm,
    manual_spread_ppm = excluded.manual_spread_ppm, manual_min_micro = excluded.manual_min_micro,
    manual_max_micro = excluded.manual_max_micro, ai_enabled = excluded.ai_enabled, ai_min_micro = excluded.ai_min_micro,
    ai_max_micro = excluded.ai_max_micro, referral_rate_ppm = excluded.referral_rate_ppm,
    referral_blocked_countries = excluded.referral_blocked_countries, withdrawal_min_micro = excluded.withdrawal_min_micro,
    withdrawal_daily_micro = excluded.withdrawal_daily_micro, withdrawal_fee_micro = excluded.withdrawal_fee_micro,
    approval_threshold_micro = excluded.approval_threshold_micro,
    plan_yearly_ceiling_ppm = excluded.plan_yearly_ceiling_ppm, storage_fee_ppm = excluded.storage_fee_ppm;

  IF (jsonb_typeof(v_offers) = 'array' AND jsonb_array_length(v_offers) BETWEEN 1 AND 12
    AND (SELECT bool_and(o ->> 'seconds' ~ '^\d{1,5}$' AND o ->> 'payoutRate' ~ '^\d{1,12}(\.\d{1,6})?$')
      AND count(DISTINCT o ->> 'seconds') = count(*) FROM jsonb_array_elements(v_offers) AS o)) IS NOT TRUE
    OR EXISTS (SELECT FROM jsonb_array_elements(v_offers) AS o WHERE (o ->> 'seconds')::integer NOT BETWEEN 5 AND 86400
      OR (o ->> 'payoutRate')::numeric <= 0 OR (o ->> 'payoutRate')::numeric > 1) THEN
    v_offers := c_offers;
  END IF;
  WITH offered AS (
    SELECT (o ->> 'seconds')::integer AS seconds, ((o ->> 'payoutRate')::numeric * 1000000)::integer AS ppm
    FROM jsonb_array_elements(v_offers) AS o WHERE o ->> 'seconds' <> ALL (v_paused)
  ), ended AS (
    UPDATE option_offer f SET offered_until = v_now WHERE f.offered_until IS NULL
      AND NOT EXISTS (SELECT FROM offered o WHERE o.seconds = f.duration_seconds AND o.ppm = f.payout_rate_ppm)
    RETURNING f.id
  )
  -- Only those that are not offered yet. One that has ended a moment ago is out of the unique index by the next statement.
  SELECT jsonb_agg(jsonb_build_object('seconds', o.seconds, 'ppm', o.ppm)) INTO v_offers
  FROM offered o WHERE (SELECT count(*) FROM ended) >= 0 AND NOT EXISTS (
    SELECT FROM option_offer f WHERE f.offered_until IS NULL AND f.duration_seconds = o.seconds AND f.payout_rate_ppm = o.ppm);
  INSERT INTO option_offer (duration_seconds, payout_rate_ppm, offered_from, by_application)
  SELECT (o ->> 'seconds')::integer, (o ->> 'ppm')::integer, v_now, NOT pg_has_role(session_user, 'ledger_owner', 'MEMBER')
  FROM jsonb_array_elements(coalesce(v_offers, '[]')) AS o;
END
$$;

ALTER FUNCTION site_rules_store() OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION site_rules_store() FROM PUBLIC, app_runtime;

-- As the settings are when this is applied.
SELECT site_rules_store();
