-- Takes a withdrawal one step further, with what the step does to the held amount: 'approve' keeps
-- it and freezes rate and coins, which it reads and computes by itself; 'complete' pays it out;
-- 'reject' and 'cancel' give it back. USDT and XAUT are sent as they are, without a rate; the cost
-- of XAUT leaves its owner's position when it is sent. Steps of staff go into the audit log.
-- Rounding: what is left after the fee at the rate, half to even, at the coin's last decimal.
-- Arguments: p_actor is a member of staff, for 'cancel' the owner; p_from the status that they saw;
--   p_rate_e8 the rate that they decided by (USDT times 10^8), needed to approve another coin than
--   these two.
-- Returns: whether it still had that status.
-- Raises: NOT_FOUND, FORBIDDEN (see staff_check; for 'cancel' another than the owner), CONFLICT for
--   a step that this status does not allow, WITHDRAWAL_WAITS to approve or complete before the
--   owner's own delay is over, ACCOUNT_ON_HOLD to do so for an owner who is switched off or frozen
--   or whose withdrawals are held, RATE_UNAVAILABLE, PRICE_MOVED,
--   AMOUNT_OUT_OF_RANGE, those of four_eyes_withdrawal, ledger_release and ledger_settle_hold.
-- Locks: the withdrawal's row, those of four_eyes_withdrawal, then what ledger_release,
--   ledger_settle_hold and spot_write_off take.
CREATE OR REPLACE FUNCTION withdrawal_step(
  p_id uuid,
  p_action text,
  p_actor uuid,
  p_from text,
  p_transaction_hash text,
  p_notes text,
  p_rate_e8 bigint,
  p_request_id text,
  p_ip text
)
  RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
DECLARE
  v_row withdrawal;
  v_name text;
  v_after jsonb;
  v_hash bytea := sha256(p_id::text::bytea);
  v_currency text;
BEGIN
  SELECT * INTO v_row FROM withdrawal w WHERE w.id = p_id FOR NO KEY UPDATE;
  IF v_row.id IS NULL THEN
    PERFORM ledger_raise('NOT_FOUND');
  ELSIF p_action = 'cancel' THEN
    IF p_actor IS DISTINCT FROM v_row.user_id THEN
      RAISE EXCEPTION USING ERRCODE = 'XA001', MESSAGE = 'FORBIDDEN';
    END IF;
  ELSE
    v_name := staff_check(p_actor, CASE
      WHEN p_action = 'approve' OR p_from = 'pending' THEN 'withdrawals.approve' ELSE 'withdrawals.complete' END, v_row.user_id);
  END IF;
  IF v_row.status IS DISTINCT FROM p_from THEN
    RETURN false;
  ELSIF ((p_action IN ('approve', 'cancel') AND p_from = 'pending') OR (p_action = 'complete' AND p_from = 'processing'
    AND p_transaction_hash IS NOT NULL) OR (p_action = 'reject' AND p_from IN ('pending', 'processing'))) IS NOT TRUE THEN
    RAISE EXCEPTION USING ERRCODE = 'XA001', MESSAGE = 'CONFLICT';
  END IF;
  IF p_action IN ('approve', 'complete') AND NOT EXISTS (SELECT FROM app_user u WHERE u.id = v_row.user_id
    AND u.is_active AND u.frozen_at IS NULL AND coalesce(u.withdrawals_held_until <= app_now(), true)) THEN
    RAISE EXCEPTION USING ERRCODE = 'XA001', MESSAGE = 'ACCOUNT_ON_HOLD';
  END IF;
  IF p_action IN ('approve', 'complete') AND v_row.waits_until > app_now() THEN
    RAISE EXCEPTION USING ERRCODE = 'XA001', MESSAGE = 'WITHDRAWAL_WAITS';
  END IF;
  PERFORM four_eyes_withdrawal(v_row, p_action, p_actor);
  v_currency := ledger_currency(v_row.currency);
  v_after := jsonb_build_object('status',
    CASE p_action WHEN 'approve' THEN 'processing' WHEN 'complete' THEN 'completed' WHEN 'reject' THEN 'failed' ELSE 'cancelled' END);
  IF p_action = 'approve' AND v_row.currency <> v_currency THEN
    SELECT r.o_rate_e8, r.o_source, r.o_at INTO v_row.rate_e8, v_row.rate_source, v_row.rate_at
    FROM market_rate_now(v_row.currency, p_rate_e8) r;
    v_row.payout_e8 := CASE v_row.currency
      WHEN 'USDC' THEN mul_div_half_even(v_row.amount_micro - v_row.fee_micro, 100000000, v_row.rate_e8) * 100
      ELSE mul_div_half_even(v_row.amount_micro - v_row.fee_micro, 10000000000, v_row.rate_e8) END;
    IF v_row.payout_e8 NOT BETWEEN 1 AND 100000000000000000 THEN
      PERFORM ledger_raise('AMOUNT_OUT_OF_RANGE');
    END IF;
    v_after := v_after || jsonb_build_object('rate', market_price_text(v_row.rate_e8), 'rateSource', v_row.rate_source,
      'rateAt', to_char(v_row.rate_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'payout', round(v_row.payout_e8::numeric / 100000000, CASE v_row.currency WHEN 'USDC' THEN 6 ELSE 8 END)::text);
  END IF;
  UPDATE withdrawal SET status = v_after ->> 'status',
    processed_by_id = CASE WHEN p_action = 'cancel' THEN processed_by_id ELSE p_actor END,
    admin_notes = CASE WHEN p_action = 'reject' OR p_notes IS NOT NULL THEN p_notes ELSE admin_notes END,
    approved_by_id = CASE p_action WHEN 'approve' THEN p_actor ELSE approved_by_id END,
    approved_at = CASE p_action WHEN 'approve' THEN app_now() ELSE approved_at END,
    processed_at = CASE p_action WHEN 'approve' THEN processed_at ELSE app_now() END,
    transaction_hash = CASE p_action WHEN 'complete' THEN p_transaction_hash ELSE transaction_hash END,
    rate_e8 = v_row.rate_e8, rate_source = v_row.rate_source, rate_at = v_row.rate_at, payout_e8 = v_row.payout_e8
  WHERE id = p_id;
  IF p_action = 'complete' THEN
    PERFORM ledger_settle_hold('withdrawal:' || p_id || ':settle', v_hash, p_actor, v_row.user_id, v_row.amount_micro, v_row.fee_micro,
      p_id, v_currency);
    IF v_currency = 'XAUT' THEN
      PERFORM spot_write_off('withdrawal', p_id, v_row.user_id);
    END IF;
    v_after := v_after || jsonb_build_object('transactionHash', p_transaction_hash);
  ELSIF p_action <> 'approve' THEN
    PERFORM ledger_release('withdrawal:' || p_id || ':release', v_hash, p_actor, v_row.user_id, v_row.amount_micro, p_id, v_currency);
  END IF;
  IF p_action <> 'cancel' THEN
    PERFORM audit_append(p_actor, v_name, 'withdrawal.' || p_action, 'withdrawal', p_id::text, v_row.user_id,
      jsonb_build_object('status', p_from), v_after, p_notes, p_request_id, p_ip);
  END IF;
  RETURN true;
END
$$;

ALTER FUNCTION withdrawal_step(uuid, text, uuid, text, text, text, bigint, text, text) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION withdrawal_step(uuid, text, uuid, text, text, text, bigint, text, text) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION withdrawal_step(uuid, text, uuid, text, text, text, bigint, text, text) TO app_runtime;
