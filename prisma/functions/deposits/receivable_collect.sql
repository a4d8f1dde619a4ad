-- Takes what a user owes for reversed deposits from one that was just credited, in the currency
-- that it was credited in, the oldest debt first. In the transaction that credits it.
-- Arguments: p_deposit was credited by the journal deposit:<id>; p_actor confirmed it.
-- Returns: micro-units that were taken; 0 where nothing is owed.
-- Raises: those of ledger_begin and ledger_apply.
-- Locks: the reversals that are still owed for, the journal's key, the user's available (held by
--   the credit already) and what users owe.
CREATE OR REPLACE FUNCTION receivable_collect(p_deposit uuid, p_actor uuid)
  RETURNS bigint
  LANGUAGE plpgsql
AS $$
DECLARE
  v_currency text;
  v_left bigint;
  v_available bigint;
  v_debt deposit_reversal;
  v_part bigint;
  v_total bigint := 0;
  v_journal bigint;
  v_line integer := 0;
BEGIN
  SELECT t.currency, t.amount_micro, t.credit_account_id INTO STRICT v_currency, v_left, v_available
  FROM ledger_journal j JOIN ledger_transfer t ON t.journal_id = j.id AND t.line = 1
  WHERE j.idempotency_key = 'deposit:' || p_deposit;
  FOR v_debt IN SELECT r.* FROM deposit_reversal r
    WHERE r.user_id = (SELECT d.user_id FROM deposit d WHERE d.id = p_deposit) AND r.currency = v_currency
      AND r.collected_micro < r.amount_micro - r.taken_micro
    ORDER BY r.created_at, r.deposit_id FOR NO KEY UPDATE
  LOOP
    EXIT WHEN v_left = 0;
    v_journal := coalesce(v_journal, ledger_begin('receivable_payment', 'deposit:' || p_deposit || ':receivable',
      sha256(p_deposit::text::bytea), p_actor));
    v_part := least(v_left, v_debt.amount_micro - v_debt.taken_micro - v_debt.collected_micro);
    v_line := v_line + 1;
    PERFORM ledger_apply(v_journal, v_line, v_available, ledger_account_id(NULL, 'receivable', v_currency), v_part,
      'deposit_reversal', v_debt.deposit_id, true);
    UPDATE deposit_reversal SET collected_micro = collected_micro + v_part WHERE deposit_id = v_debt.deposit_id;
    v_left := v_left - v_part;
    v_total := v_total + v_part;
  END LOOP;
  RETURN v_total;
END
$$;

ALTER FUNCTION receivable_collect(uuid, uuid) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION receivable_collect(uuid, uuid) FROM PUBLIC, app_runtime;
