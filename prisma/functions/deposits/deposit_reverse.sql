-- Takes back a deposit that was credited by mistake, which takes two members of staff whatever it
-- is worth: what its user still has available goes back to the outside world, and what that lacks
-- they owe from now on (receivable_collect). The transaction may then be credited to whom it
-- belongs. An approval that was given in this transaction (approval_decide) is the second person.
-- Arguments: p_actor asked for it; p_reason has 5 characters or more, and the user is shown it.
-- Returns: what was taken from the balance and what is owed, in micro-units of o_currency; no row
--   where the deposit is not credited (any more).
-- Raises: NOT_FOUND, FORBIDDEN (see staff_check), CONFLICT for no reason, SECOND_PERSON_NEEDED,
--   whose detail is its value in micro-units of USDT, and those of staff_limit (of both),
--   ledger_begin and ledger_apply.
-- Locks: the deposit's row, the user's available, the journal's key, the outside world, what users
--   owe.
CREATE OR REPLACE FUNCTION deposit_reverse(
  p_id uuid,
  p_actor uuid,
  p_reason text,
  p_request_id text,
  p_ip text
)
  RETURNS TABLE (o_currency text, o_taken_micro bigint, o_owed_micro bigint)
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
DECLARE
  v_deposit deposit;
  v_name text;
  v_approver uuid;
  v_available bigint;
  v_amount bigint;
  v_value bigint;
  v_journal bigint;
BEGIN
  SELECT * INTO v_deposit FROM deposit d WHERE d.id = p_id FOR NO KEY UPDATE;
  IF v_deposit.id IS NULL THEN
    PERFORM ledger_raise('NOT_FOUND');
  END IF;
  v_name := staff_check(p_actor, 'deposits.reverse', v_deposit.user_id);
  IF (char_length(p_reason) >= 5) IS NOT TRUE THEN
    RAISE EXCEPTION USING ERRCODE = 'XA001', MESSAGE = 'CONFLICT';
  ELSIF v_deposit.status <> 'completed' THEN
    RETURN;
  END IF;
  v_value := adjustment_value(ledger_currency(v_deposit.currency), v_deposit.credited_micro);
  PERFORM staff_limit(p_actor, 'deposits.reverse', v_value);
  SELECT a.decided_by_id INTO v_approver FROM approval a
  WHERE a.kind = 'deposit.reverse' AND a.subject = p_id::text AND a.proposed_by_id = p_actor AND a.status = 'approved'
    AND a.xmin::text = pg_current_xact_id()::xid::text;
  IF v_approver IS NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'XA001', MESSAGE = 'SECOND_PERSON_NEEDED',
      DETAIL = coalesce(v_value::text, '');
  END IF;
  PERFORM staff_limit(v_approver, 'deposits.reverse', v_value);
  -- What it was credited with is what its transfer says, whatever the coin.
  SELECT t.currency, t.amount_micro, t.credit_account_id INTO STRICT o_currency, v_amount, v_available
  FROM ledger_journal j JOIN ledger_transfer t ON t.journal_id = j.id AND t.line = 1
  WHERE j.idempotency_key = 'deposit:' || p_id;
  SELECT least(a.balance_micro, v_amount) INTO o_taken_micro FROM ledger_account a WHERE a.id = v_available FOR NO KEY UPDATE;
  o_owed_micro := v_amount - o_taken_micro;
  v_journal := ledger_begin('deposit_reversal', 'deposit:' || p_id || ':reversal', sha256(p_id::text::bytea), p_actor);
  IF o_taken_micro > 0 THEN
    PERFORM ledger_apply(v_journal, 1, v_available, ledger_account_id(NULL, 'external', o_currency), o_taken_micro,
      'deposit_reversal', p_id, false);
  END IF;
  IF o_owed_micro > 0 THEN
    PERFORM ledger_apply(v_journal, CASE WHEN o_taken_micro > 0 THEN 2 ELSE 1 END, ledger_account_id(NULL, 'receivable', o_currency),
      ledger_account_id(NULL, 'external', o_currency), o_owed_micro, 'deposit_reversal', p_id, true);
  END IF;
  IF o_currency = 'XAUT' THEN
    PERFORM spot_write_off('deposit_reversal', p_id, v_deposit.user_id);
  END IF;
  INSERT INTO deposit_reversal (deposit_id, user_id, currency, amount_micro, taken_micro, reason, requested_by_id, approved_by_id, created_at)
  VALUES (p_id, v_deposit.user_id, o_currency, v_amount, o_taken_micro, p_reason, p_actor, v_approver, app_now());
  UPDATE deposit SET status = 'reversed' WHERE id = p_id;
  PERFORM audit_append(p_actor, v_name, 'deposit.reverse', 'deposit', p_id::text, v_deposit.user_id,
    '{"status": "completed"}', jsonb_build_object('status', 'reversed', 'currency', o_currency, 'taken', ledger_amount_text(o_taken_micro),
      'owed', ledger_amount_text(o_owed_micro)),
    p_reason, p_request_id, p_ip);
  RETURN NEXT;
END
$$;

ALTER FUNCTION deposit_reverse(uuid, uuid, text, text, text) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION deposit_reverse(uuid, uuid, text, text, text) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION deposit_reverse(uuid, uuid, text, text, text) TO app_runtime;
