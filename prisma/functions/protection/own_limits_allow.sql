-- Refuses what goes beyond limits that a user has set for themselves, or falls into a time in which
-- they excluded themselves. Call it once the user's row of available USDT is locked, before
-- anything is recorded: the lock makes requests of the same user wait, so that none of them, on
-- whatever way, sees a sum that another is about to change. For everybody who has never limited
-- themselves that row answers, and nothing else is read.
-- Arguments: p_kind is 'option', 'ai' (a strategy run), 'buy' (a purchase of gold: a spot trade, an
--   order, a recurring buy) or 'deposit'; p_amount_micro its stake, allocation, price or value in
--   micro-units of USDT, for a deposit null where it is unknown.
--   An exclusion stops options, runs and deposits. A stake or allocation counts as lost until it
--   is back; gains of earlier hours make no room for more than the limit. A purchase is held to the
--   most in one trade and the trades of a day, and stops once a loss limit is reached.
-- Returns: nothing.
-- Raises: SELF_EXCLUDED with the end (ISO 8601) as detail, OWN_LIMIT with the limit's name as
--   detail, RATE_UNAVAILABLE where a limited deposit has no value.
-- Locks: none; the caller holds the user's available USDT.
CREATE OR REPLACE FUNCTION own_limits_allow(p_user uuid, p_kind text, p_amount_micro bigint)
  RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_now timestamptz := app_now();
  v_until timestamptz;
  v_own own_limit%ROWTYPE;
  v_used record;
  v_at_risk bigint;
  v_limit text;
BEGIN
  IF (SELECT a.limited FROM ledger_account a
    WHERE a.owner_id = p_user AND a.kind = 'available' AND a.currency = 'USDT' AND a.shard = 0) IS NOT TRUE THEN
    RETURN;
  END IF;
  IF p_kind <> 'buy' THEN
    SELECT max(e.until) INTO v_until FROM exclusion e WHERE e.user_id = p_user AND e.until > v_now;
    IF v_until IS NOT NULL THEN
      RAISE EXCEPTION USING ERRCODE = 'XA001', MESSAGE = 'SELF_EXCLUDED',
        DETAIL = to_char(v_until AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
    END IF;
  END IF;
  SELECT * INTO v_own FROM own_limit o WHERE o.user_id = p_user AND o.since <= v_now ORDER BY o.since DESC, o.id DESC LIMIT 1;
  IF p_kind = 'deposit' THEN
    IF v_own.max_deposit_day_micro IS NOT NULL THEN
      SELECT * INTO v_used FROM own_limits_used(p_user);
      IF p_amount_micro IS NULL OR v_used.o_deposit_day_micro IS NULL THEN
        PERFORM ledger_raise('RATE_UNAVAILABLE');
      END IF;
      v_limit := CASE WHEN v_used.o_deposit_day_micro + p_amount_micro > v_own.max_deposit_day_micro THEN 'maxDepositDay' END;
    END IF;
  ELSIF p_amount_micro > v_own.max_stake_micro THEN
    v_limit := 'maxStake';
  ELSIF num_nonnulls(v_own.max_loss_day_micro, v_own.max_loss_week_micro, v_own.max_trades_day) > 0 THEN
    SELECT * INTO v_used FROM own_limits_used(p_user);
    -- Gold that was bought is not lost: a purchase only needs some room to be left.
    v_at_risk := v_used.o_at_risk_micro + CASE p_kind WHEN 'buy' THEN 1 ELSE p_amount_micro END;
    v_limit := CASE
      WHEN v_used.o_trades_day >= v_own.max_trades_day THEN 'maxTradesDay'
      WHEN greatest(v_used.o_loss_day_micro, 0) + v_at_risk > v_own.max_loss_day_micro THEN 'maxLossDay'
      WHEN greatest(v_used.o_loss_week_micro, 0) + v_at_risk > v_own.max_loss_week_micro THEN 'maxLossWeek' END;
  END IF;
  IF v_limit IS NOT NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'XA001', MESSAGE = 'OWN_LIMIT', DETAIL = v_limit;
  END IF;
END
$$;

ALTER FUNCTION own_limits_allow(uuid, text, bigint) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION own_limits_allow(uuid, text, bigint) FROM PUBLIC, app_runtime;
