-- Credits a pending deposit at the rate of this moment, which it reads by itself, once, and writes
-- it into the audit log; XAUT one to one, without a rate and of unknown cost. Rounding: amount
-- times rate, half to even, at the credited micro-unit.
-- Arguments: p_rate_e8 is the rate that the member of staff decided by (USDT times 10^8), null for
--   XAUT; p_transaction_hash is added where the deposit has none.
-- Returns: the deposit's rate (null for XAUT) and what was credited, in micro-units of USDT, of
--   XAUT for XAUT; no row where it is not pending any more.
-- Raises: NOT_FOUND, FORBIDDEN (see staff_check), RATE_UNAVAILABLE, PRICE_MOVED,
--   AMOUNT_OUT_OF_RANGE, and those of four_eyes_deposit, ledger_begin and ledger_apply.
-- Locks: the deposit's row, those of four_eyes_deposit, the journal's key, the user's available,
--   the outside world, then what receivable_collect takes.
CREATE OR REPLACE FUNCTION deposit_confirm(
  p_id uuid,
  p_actor uuid,
  p_rate_e8 bigint,
  p_transaction_hash text,
  p_notes text,
  p_request_id text,
  p_ip text
)
  RETURNS TABLE (o_rate_e8 bigint, o_rate_source text, o_credited_micro bigint)
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
DECLARE
  v_deposit deposit;
  v_name text;
  v_currency text;
  v_journal bigint;
BEGIN
  SELECT * INTO v_deposit FROM deposit d WHERE d.id = p_id FOR NO KEY UPDATE;
  IF v_deposit.id IS NULL THEN
    PERFORM ledger_raise('NOT_FOUND');
  END IF;
  v_name := staff_check(p_actor, 'deposits.confirm', v_deposit.user_id);
  IF v_deposit.status <> 'pending' THEN
    RETURN;
  END IF;
  v_currency := ledger_currency(v_deposit.currency);
  IF v_currency = 'XAUT' THEN
    -- What is finer than a micro-unit can't be booked.
    o_credited_micro := CASE WHEN v_deposit.amount_e8 % 100 = 0 THEN v_deposit.amount_e8 / 100 END;
  ELSE
    SELECT r.o_rate_e8, r.o_source INTO o_rate_e8, o_rate_source FROM market_rate_now(v_deposit.currency, p_rate_e8) r;
    o_credited_micro := mul_div_half_even(v_deposit.amount_e8, o_rate_e8, 10000000000);
  END IF;
  IF (o_credited_micro BETWEEN 1 AND 1000000000000000000) IS NOT TRUE THEN
    PERFORM ledger_raise('AMOUNT_OUT_OF_RANGE');
  END IF;
  PERFORM four_eyes_deposit(v_deposit, p_actor, o_credited_micro);
  UPDATE deposit SET status = 'completed', rate_e8 = o_rate_e8, rate_source = o_rate_source, credited_micro = o_credited_micro,
    transaction_hash = coalesce(transaction_hash, p_transaction_hash), admin_notes = p_notes, processed_by_id = p_actor,
    processed_at = app_now()
  WHERE id = p_id;
  v_journal := ledger_begin('deposit', 'deposit:' || p_id, sha256(p_id::text::bytea), p_actor);
  PERFORM ledger_apply(v_journal, 1, ledger_account_id(NULL, 'external', v_currency),
    ledger_account_id(v_deposit.user_id, 'available', v_currency), o_credited_micro, 'deposit', p_id, false);
  PERFORM receivable_collect(p_id, p_actor);
  PERFORM audit_append(p_actor, v_name, 'deposit.confirm', 'deposit', p_id::text, v_deposit.user_id, '{"status": "pending"}',
    jsonb_strip_nulls(jsonb_build_object('status', 'completed', 'rate', market_price_text(o_rate_e8), 'rateSource', o_rate_source,
      'credited', ledger_amount_text(o_credited_micro), 'currency', nullif(v_currency, 'USDT'),
      'transactionHash', CASE WHEN v_deposit.transaction_hash IS NULL THEN p_transaction_hash END)),
    p_notes, p_request_id, p_ip);
  RETURN NEXT;
END
$$;

ALTER FUNCTION deposit_confirm(uuid, uuid, bigint, text, text, text, text) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION deposit_confirm(uuid, uuid, bigint, text, text, text, text) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION deposit_confirm(uuid, uuid, bigint, text, text, text, text) TO app_runtime;
