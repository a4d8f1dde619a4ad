-- Moves money from one account to another and records it. Money that is held, saved, set aside for
-- savings or owed by users moves only where p_reserved says that the caller is one of the functions
-- made for it; escrow moves in no way here.
-- Arguments: p_amount is micro-units of both accounts' currency, p_line the transfer's number in
--   its journal, from 1.
-- Returns: nothing.
-- Raises: AMOUNT_INVALID, LEDGER_ACCOUNT_MISSING, INSUFFICIENT_BALANCE (a user's), HOUSE_LIMIT
--   (an account of the house), CURRENCY_MISMATCH, ACCOUNT_RESERVED.
-- Locks: the two accounts by their updates, the higher id first. A debit that would cross the
--   floor finds no row.
CREATE OR REPLACE FUNCTION ledger_apply(
  p_journal bigint,
  p_line integer,
  p_debit bigint,
  p_credit bigint,
  p_amount bigint,
  p_reference_type text,
  p_reference_id uuid,
  p_reserved boolean
)
  RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_debit_seq bigint;
  v_debit_balance bigint;
  v_debit_currency text;
  v_debit_kind text;
  v_credit_seq bigint;
  v_credit_balance bigint;
  v_credit_currency text;
  v_credit_kind text;
BEGIN
  IF p_amount IS NULL OR p_amount <= 0 THEN
    PERFORM ledger_raise('AMOUNT_INVALID');
  END IF;
  IF p_credit > p_debit THEN
    UPDATE ledger_account SET balance_micro = balance_micro + p_amount, seq = seq + 1
    WHERE id = p_credit
    RETURNING seq, balance_micro, currency, kind INTO v_credit_seq, v_credit_balance, v_credit_currency, v_credit_kind;
  END IF;
  UPDATE ledger_account SET balance_micro = balance_micro - p_amount, seq = seq + 1
  WHERE id = p_debit AND (floor_micro IS NULL OR balance_micro - p_amount >= floor_micro)
  RETURNING seq, balance_micro, currency, kind INTO v_debit_seq, v_debit_balance, v_debit_currency, v_debit_kind;
  IF v_debit_seq IS NULL THEN
    PERFORM ledger_raise(CASE
      WHEN NOT EXISTS (SELECT 1 FROM ledger_account WHERE id = p_debit) THEN 'LEDGER_ACCOUNT_MISSING'
      WHEN p_debit < 0 THEN 'HOUSE_LIMIT' ELSE 'INSUFFICIENT_BALANCE' END);
  END IF;
  IF p_credit < p_debit THEN
    UPDATE ledger_account SET balance_micro = balance_micro + p_amount, seq = seq + 1
    WHERE id = p_credit
    RETURNING seq, balance_micro, currency, kind INTO v_credit_seq, v_credit_balance, v_credit_currency, v_credit_kind;
  END IF;
  IF v_credit_currency IS DISTINCT FROM v_debit_currency THEN
    PERFORM ledger_raise(CASE WHEN v_credit_currency IS NULL THEN 'LEDGER_ACCOUNT_MISSING' ELSE 'CURRENCY_MISMATCH' END);
  END IF;
  IF v_debit_kind = 'escrow' OR v_credit_kind = 'escrow'
    OR (NOT p_reserved AND (v_debit_kind IN ('held', 'savings', 'interest_reserve', 'receivable')
      OR v_credit_kind IN ('held', 'savings', 'interest_reserve', 'receivable'))) THEN
    PERFORM ledger_raise('ACCOUNT_RESERVED');
  END IF;
  INSERT INTO ledger_transfer (at, journal_id, line, debit_account_id, credit_account_id, amount_micro, currency,
    debit_seq, debit_balance_micro, credit_seq, credit_balance_micro, reference_type, reference_id)
  VALUES (app_now(), p_journal, p_line, p_debit, p_credit, p_amount, v_debit_currency,
    v_debit_seq, v_debit_balance, v_credit_seq, v_credit_balance, p_reference_type, p_reference_id);
END
$$;

ALTER FUNCTION ledger_apply(bigint, integer, bigint, bigint, bigint, text, uuid, boolean) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION ledger_apply(bigint, integer, bigint, bigint, bigint, text, uuid, boolean) FROM PUBLIC, app_runtime;
