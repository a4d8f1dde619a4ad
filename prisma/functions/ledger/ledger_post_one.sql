-- Posts a business event of one transfer: ledger_begin and ledger_apply in one, whose rules it
-- repeats for speed. Held, saved, set-aside and escrow accounts are refused.
-- Arguments: p_amount is micro-units; p_debit and p_credit as in ledger_post. p_key (1 to 200
--   bytes) names the event, p_input_hash (32 bytes, SHA-256) its input: a repeated key with the
--   same input repeats the first answer.
-- Returns: true, or false for a repeat.
-- Raises: IDEMPOTENCY_KEY_INVALID, IDEMPOTENCY_CONFLICT (the key was used with other input),
--   AMOUNT_INVALID, LEDGER_ACCOUNT_MISSING, INSUFFICIENT_BALANCE, HOUSE_LIMIT,
--   CURRENCY_MISMATCH, ACCOUNT_RESERVED.
-- Locks: the journal's key, then the two accounts, the higher id first.
CREATE OR REPLACE FUNCTION ledger_post_one(
  p_kind text,
  p_key text,
  p_input_hash bytea,
  p_actor uuid,
  p_debit bigint,
  p_credit bigint,
  p_amount bigint,
  p_reference_type text DEFAULT NULL,
  p_reference_id uuid DEFAULT NULL
)
  RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
DECLARE
  v_journal bigint;
  v_hash bytea;
  v_credit_id bigint;
  v_debit_seq bigint;
  v_debit_balance bigint;
  v_debit_currency text;
  v_debit_kind text;
  v_credit_seq bigint;
  v_credit_balance bigint;
  v_credit_currency text;
  v_credit_kind text;
BEGIN
  IF (octet_length(p_input_hash) = 32 AND octet_length(p_key) BETWEEN 1 AND 200) IS NOT TRUE THEN
    PERFORM ledger_raise('IDEMPOTENCY_KEY_INVALID');
  END IF;
  INSERT INTO ledger_journal (kind, idempotency_key, input_hash, actor_id, at)
  VALUES (p_kind, p_key, p_input_hash, p_actor, app_now())
  ON CONFLICT (idempotency_key) DO NOTHING
  RETURNING id INTO v_journal;
  IF (v_journal IS NOT NULL AND p_amount > 0 AND p_debit > -1000 AND p_credit > -1000) IS NOT TRUE THEN
    IF v_journal IS NULL THEN
      SELECT input_hash INTO STRICT v_hash FROM ledger_journal WHERE idempotency_key = p_key;
      IF v_hash <> p_input_hash THEN
        PERFORM ledger_raise('IDEMPOTENCY_CONFLICT');
      END IF;
      RETURN false;
    END IF;
    IF p_amount IS NULL OR p_amount <= 0 THEN
      PERFORM ledger_raise('AMOUNT_INVALID');
    END IF;
    p_debit := ledger_resolve(p_debit, p_amount);
    p_credit := ledger_resolve(p_credit, NULL);
  END IF;
  -- The two updates take the row locks in the global order; a debit that would cross the floor finds no row, and then
  -- nor does a credit that follows it. An account can't pay itself.
  IF p_credit > p_debit THEN
    UPDATE ledger_account SET balance_micro = balance_micro + p_amount, seq = seq + 1
    WHERE id = p_credit
    RETURNING seq, balance_micro, currency, kind INTO v_credit_seq, v_credit_balance, v_credit_currency, v_credit_kind;
    UPDATE ledger_account SET balance_micro = balance_micro - p_amount, seq = seq + 1
    WHERE id = p_debit AND (floor_micro IS NULL OR balance_micro - p_amount >= floor_micro)
    RETURNING seq, balance_micro, currency, kind INTO v_debit_seq, v_debit_balance, v_debit_currency, v_debit_kind;
  ELSE
    UPDATE ledger_account SET balance_micro = balance_micro - p_amount, seq = seq + 1
    WHERE id = p_debit AND (floor_micro IS NULL OR balance_micro - p_amount >= floor_micro)
    RETURNING seq, balance_micro, currency, kind, nullif(p_credit, id)
    INTO v_debit_seq, v_debit_balance, v_debit_currency, v_debit_kind, v_credit_id;
    UPDATE ledger_account SET balance_micro = balance_micro + p_amount, seq = seq + 1
    WHERE id = v_credit_id
    RETURNING seq, balance_micro, currency, kind INTO v_credit_seq, v_credit_balance, v_credit_currency, v_credit_kind;
  END IF;
  IF (v_credit_currency = v_debit_currency AND v_debit_kind NOT IN ('escrow', 'held', 'savings', 'interest_reserve')
    AND v_credit_kind NOT IN ('escrow', 'held', 'savings', 'interest_reserve')) IS NOT TRUE THEN
    IF v_debit_seq IS NULL THEN
      PERFORM ledger_raise(CASE
        WHEN NOT EXISTS (SELECT 1 FROM ledger_account WHERE id = p_debit) THEN 'LEDGER_ACCOUNT_MISSING'
        WHEN p_debit < 0 THEN 'HOUSE_LIMIT' ELSE 'INSUFFICIENT_BALANCE' END);
    END IF;
    IF v_credit_currency IS DISTINCT FROM v_debit_currency THEN
      PERFORM ledger_raise(CASE WHEN v_credit_currency IS NULL THEN 'LEDGER_ACCOUNT_MISSING' ELSE 'CURRENCY_MISMATCH' END);
    END IF;
    PERFORM ledger_raise('ACCOUNT_RESERVED');
  END IF;
  INSERT INTO ledger_transfer (at, journal_id, line, debit_account_id, credit_account_id, amount_micro, currency,
    debit_seq, debit_balance_micro, credit_seq, credit_balance_micro, reference_type, reference_id)
  VALUES (app_now(), v_journal, 1, p_debit, p_credit, p_amount, v_debit_currency,
    v_debit_seq, v_debit_balance, v_credit_seq, v_credit_balance, p_reference_type, p_reference_id);
  RETURN FOUND;
END
$$;

ALTER FUNCTION ledger_post_one(text, text, bytea, uuid, bigint, bigint, bigint, text, uuid) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION ledger_post_one(text, text, bytea, uuid, bigint, bigint, bigint, text, uuid) FROM PUBLIC, app_runtime;
