-- Runs the recurring buy that has been due for longest: accepts its purchase, which fill_due fills
-- at the first tick after that, or notes why there is none. Of several times that were missed only
-- the newest is run. While the market has no price it waits, until the next time takes its place.
-- May run anywhere at once: each time that is due has one row.
-- Arguments: none.
-- Returns: its id; nothing where none is due, or the market has no price.
-- Raises: errors of the database, after which nothing was run; call again. What the purchase raises
--   is its outcome: it waits at MARKET_STALE, MARKET_THIN, LOG_BEHIND; INSUFFICIENT_BALANCE and
--   INSUFFICIENT_USDT_BALANCE are NO_MONEY; OWN_LIMIT, DAILY_TRADE_LIMIT, PRODUCT_DISABLED and
--   ACCOUNT_INACTIVE are noted as they are, all else as TRADE_AMOUNT_OUT_OF_RANGE.
-- Locks: its row (SKIP LOCKED), then those of accept_spot_trade or accept_conversion.
CREATE OR REPLACE FUNCTION recurring_run_one()
  RETURNS TABLE (o_id uuid)
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
DECLARE
  c_most_short CONSTANT integer := 3;
  v_now timestamptz := app_now();
  v_buy recurring_buy%ROWTYPE;
  v_due timestamptz;
  v_next timestamptz;
  v_key text;
  v_trade uuid;
  v_conversion uuid;
  v_reason text;
  v_pauses boolean;
BEGIN
  SELECT r.* INTO v_buy FROM recurring_buy r WHERE r.status = 'active' AND r.next_at <= v_now
  ORDER BY r.next_at, r.id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  v_due := v_buy.next_at;
  LOOP
    v_next := recurring_next(v_buy.every, v_buy.day, v_buy.minute, v_due);
    EXIT WHEN v_next > v_now;
    v_due := v_next;
  END LOOP;
  v_key := 'recurring:' || v_buy.id || ':' || extract(epoch FROM v_due)::bigint;
  BEGIN
    IF NOT EXISTS (SELECT FROM app_user u WHERE u.id = v_buy.user_id AND u.is_active) THEN
      PERFORM ledger_raise('ACCOUNT_INACTIVE');
    ELSIF v_buy.target = 'available' THEN
      SELECT t.o_trade_id INTO v_trade
      FROM accept_spot_trade(v_key, sha256(v_key::bytea), v_buy.user_id, 'buy', v_buy.amount_micro, v_buy.max_price_e8, NULL) t;
    ELSE
      PERFORM 1 FROM ledger_account a
      WHERE a.owner_id = v_buy.user_id AND a.kind IN ('available', 'held', 'stored') ORDER BY a.id DESC FOR NO KEY UPDATE;
      PERFORM own_limits_allow(v_buy.user_id, 'buy', v_buy.amount_micro);
      SELECT c.o_id INTO v_conversion
      FROM accept_conversion(v_key, sha256(v_key::bytea), v_buy.user_id, 'store', 'USDT', v_buy.amount_micro, v_buy.max_price_e8, NULL) c;
    END IF;
  EXCEPTION
    WHEN SQLSTATE 'XA001' THEN
      v_reason := CASE
        WHEN SQLERRM IN ('MARKET_STALE', 'MARKET_THIN', 'LOG_BEHIND') THEN 'WAITS'
        WHEN SQLERRM IN ('INSUFFICIENT_BALANCE', 'INSUFFICIENT_USDT_BALANCE') THEN 'NO_MONEY'
        WHEN SQLERRM IN ('OWN_LIMIT', 'DAILY_TRADE_LIMIT', 'PRODUCT_DISABLED', 'ACCOUNT_INACTIVE') THEN SQLERRM
        ELSE 'TRADE_AMOUNT_OUT_OF_RANGE' END;
    -- Of numbers that don't fit: it would stand in the way of all others for ever.
    WHEN data_exception THEN
      v_reason := 'TRADE_AMOUNT_OUT_OF_RANGE';
  END;
  IF v_reason = 'WAITS' THEN
    RETURN;
  END IF;
  v_pauses := v_reason IS NOT DISTINCT FROM 'NO_MONEY' AND v_buy.short_runs + 1 >= c_most_short;
  INSERT INTO recurring_run (recurring_id, due_at, at, trade_id, conversion_id, reason, has_paused)
  VALUES (v_buy.id, v_due, greatest(app_now(), v_due), v_trade, v_conversion, v_reason, v_pauses);
  UPDATE recurring_buy r SET
    short_runs = CASE WHEN v_reason IS NULL THEN 0 WHEN v_reason = 'NO_MONEY' THEN v_buy.short_runs + 1 ELSE v_buy.short_runs END,
    status = CASE WHEN v_pauses THEN 'paused' ELSE 'active' END, pause_reason = CASE WHEN v_pauses THEN 'NO_MONEY' END,
    next_at = CASE WHEN NOT v_pauses THEN v_next END
  WHERE r.id = v_buy.id;
  INSERT INTO outbox (user_id, kind, payload)
  VALUES (v_buy.user_id, 'recurring_run', json_build_object('id', v_buy.id, 'userId', v_buy.user_id, 'amountMicro', v_buy.amount_micro::text,
    'reason', v_reason, 'hasPaused', v_pauses));
  o_id := v_buy.id;
  RETURN NEXT;
END
$$;

ALTER FUNCTION recurring_run_one() OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION recurring_run_one() FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION recurring_run_one() TO app_runtime;
