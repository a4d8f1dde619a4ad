-- Sets the practice balance of a user back to 10,000 USDT and no XAUT, by transfers to and from the
-- practice treasury. Refused while anything is open that holds money of it. Where nothing has to
-- move, nothing is written: a journal has lines.
-- Arguments: p_key (1 to 200 bytes) names the event.
-- Returns: nothing.
-- Raises: PRACTICE_IN_USE, and those of ledger_begin, ledger_account_id and ledger_apply.
-- Locks: the user's accounts, ids descending, which everything that opens something takes as well,
--   the journal's key, then the treasury.
CREATE OR REPLACE FUNCTION reset_practice(p_key text, p_user uuid)
  RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = practice, public, pg_temp
  SET enable_seqscan = off
AS $$
DECLARE
  v_journal bigint;
  v_reference uuid;
  v_usdt bigint := ledger_account_id(p_user, 'available', 'USDT');
  v_xaut bigint := ledger_account_id(p_user, 'available', 'XAUT');
  v_balance bigint;
  v_is_open boolean;
  v_line integer := 0;
BEGIN
  PERFORM 1 FROM ledger_account a WHERE a.owner_id = p_user ORDER BY a.id DESC FOR NO KEY UPDATE;
  v_is_open := EXISTS (SELECT FROM trade t WHERE t.user_id = p_user AND t.status IN ('open', 'pending'))
    OR EXISTS (SELECT FROM resting_order o WHERE o.user_id = p_user AND o.status = 'open')
    OR EXISTS (SELECT FROM strategy_run r WHERE r.user_id = p_user AND r.status <> 'stopped');
  IF NOT v_is_open
    AND EXISTS (SELECT FROM ledger_account a WHERE a.id = v_xaut AND a.balance_micro = 0)
    AND EXISTS (SELECT FROM ledger_account a WHERE a.id = v_usdt AND a.balance_micro = 10000000000) THEN
    RETURN;
  END IF;
  SELECT b.o_journal, b.o_result INTO v_journal, v_reference
  FROM ledger_begin_result('practice_reset', p_key, sha256(p_user::text::bytea), p_user, uuid_v7()) b;
  IF v_journal IS NULL THEN
    RETURN;
  END IF;
  IF v_is_open THEN
    PERFORM ledger_raise('PRACTICE_IN_USE');
  END IF;
  SELECT a.balance_micro INTO v_balance FROM ledger_account a WHERE a.id = v_xaut;
  IF v_balance > 0 THEN
    v_line := v_line + 1;
    PERFORM ledger_apply(v_journal, v_line, v_xaut, ledger_account_id(NULL, 'treasury', 'XAUT'), v_balance, NULL, NULL, false);
    PERFORM spot_write_off('practice_reset', v_reference, p_user);
  END IF;
  SELECT a.balance_micro - 10000000000 INTO v_balance FROM ledger_account a WHERE a.id = v_usdt;
  IF v_balance <> 0 THEN
    v_line := v_line + 1;
    PERFORM ledger_apply(v_journal, v_line,
      CASE WHEN v_balance > 0 THEN v_usdt ELSE ledger_account_id(NULL, 'treasury', 'USDT') END,
      CASE WHEN v_balance > 0 THEN ledger_account_id(NULL, 'treasury', 'USDT') ELSE v_usdt END,
      abs(v_balance), NULL, NULL, false);
  END IF;
END
$$;

ALTER FUNCTION reset_practice(text, uuid) OWNER TO practice_owner;
REVOKE ALL ON FUNCTION reset_practice(text, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION reset_practice(text, uuid) TO practice_runtime;
