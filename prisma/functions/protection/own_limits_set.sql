-- Sets a user's own limits: each is as tight as asked for at once, and as loose as asked for in 24
-- hours. One loosening waits at a time, the newest; it keeps its time where it loosens nothing
-- more than the one before.
-- Arguments: null is no limit. Amounts are USDT in micro-units; p_reminder_minutes the minutes
--   between reminders, of which fewer are tighter.
-- Returns: nothing.
-- Raises: LEDGER_ACCOUNT_MISSING for somebody without accounts, AMOUNT_OUT_OF_RANGE.
-- Locks: the user's available USDT: what was accepted before counted with the limits of before.
CREATE OR REPLACE FUNCTION own_limits_set(
  p_user uuid,
  p_max_stake bigint,
  p_max_loss_day bigint,
  p_max_loss_week bigint,
  p_max_deposit_day bigint,
  p_max_trades_day integer,
  p_reminder_minutes integer
)
  RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
DECLARE
  -- In the order of the columns.
  v_asked bigint[] := ARRAY[p_max_stake, p_max_loss_day, p_max_loss_week, p_max_deposit_day, p_max_trades_day, p_reminder_minutes];
  v_now timestamptz;
  v_own bigint[];
  v_tight bigint[];
  v_waiting bigint[];
  v_at timestamptz;
BEGIN
  IF 0 > ANY (v_asked) OR p_reminder_minutes = 0 OR 1000000000000000 < ANY (v_asked) THEN
    PERFORM ledger_raise('AMOUNT_OUT_OF_RANGE');
  END IF;
  UPDATE ledger_account a SET limited = true
  WHERE a.owner_id = p_user AND a.kind = 'available' AND a.currency = 'USDT' AND a.shard = 0;
  IF NOT FOUND THEN
    PERFORM ledger_raise('LEDGER_ACCOUNT_MISSING');
  END IF;
  v_now := app_now();
  SELECT ARRAY[o.max_stake_micro, o.max_loss_day_micro, o.max_loss_week_micro, o.max_deposit_day_micro, o.max_trades_day, o.reminder_minutes]
  INTO v_own FROM own_limit o WHERE o.user_id = p_user AND o.since <= v_now ORDER BY o.since DESC, o.id DESC LIMIT 1;
  v_own := coalesce(v_own, array_fill(NULL::bigint, ARRAY[6]));
  DELETE FROM own_limit o WHERE o.user_id = p_user AND o.since > v_now
  RETURNING ARRAY[o.max_stake_micro, o.max_loss_day_micro, o.max_loss_week_micro, o.max_deposit_day_micro, o.max_trades_day, o.reminder_minutes], o.since
  INTO v_waiting, v_at;
  SELECT array_agg(least(a.asked, a.own) ORDER BY a.n) INTO v_tight
  FROM unnest(v_asked, v_own) WITH ORDINALITY AS a (asked, own, n);
  IF v_tight IS DISTINCT FROM v_own THEN
    INSERT INTO own_limit (user_id, since, max_stake_micro, max_loss_day_micro, max_loss_week_micro, max_deposit_day_micro, max_trades_day, reminder_minutes)
    VALUES (p_user, v_now, v_tight[1], v_tight[2], v_tight[3], v_tight[4], v_tight[5], v_tight[6]);
  END IF;
  IF v_asked IS DISTINCT FROM v_tight THEN
    IF v_waiting IS NULL OR EXISTS (
      SELECT FROM unnest(v_asked, v_waiting) AS a (asked, waiting) WHERE coalesce(a.asked > a.waiting, a.waiting IS NOT NULL)
    ) THEN
      v_at := v_now + interval '24 hours';
    END IF;
    INSERT INTO own_limit (user_id, since, max_stake_micro, max_loss_day_micro, max_loss_week_micro, max_deposit_day_micro, max_trades_day, reminder_minutes)
    VALUES (p_user, v_at, v_asked[1], v_asked[2], v_asked[3], v_asked[4], v_asked[5], v_asked[6]);
  END IF;
END
$$;

ALTER FUNCTION own_limits_set(uuid, bigint, bigint, bigint, bigint, integer, integer) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION own_limits_set(uuid, bigint, bigint, bigint, bigint, integer, integer) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION own_limits_set(uuid, bigint, bigint, bigint, bigint, integer, integer) TO app_runtime;
