-- Finds a shard of a pool that holds an amount: this connection's own, or the fullest that
-- nobody holds. When no single shard has enough, the others are emptied into the fullest first.
-- Arguments: p_first_id is the pool's first id (-100, -200 or -300), p_amount micro-units.
-- Returns: the account, locked.
-- Raises: HOUSE_LIMIT, and those of ledger_apply.
-- Locks: this connection's shard; else the fullest (SKIP LOCKED); else all shards, ids
--   descending.
CREATE OR REPLACE FUNCTION spot_take_inventory(p_first_id bigint, p_amount bigint)
  RETURNS bigint
  LANGUAGE plpgsql
AS $$
DECLARE
  v_id bigint;
  v_missing bigint;
  v_journal bigint;
  v_line integer := 0;
  v_other record;
BEGIN
  SELECT id INTO v_id FROM ledger_account
  WHERE id = p_first_id - pg_backend_pid() % 16 AND balance_micro >= p_amount FOR NO KEY UPDATE;
  IF v_id IS NULL THEN
    SELECT id INTO v_id FROM ledger_account
    WHERE id BETWEEN p_first_id - 15 AND p_first_id AND balance_micro >= p_amount
    ORDER BY balance_micro DESC LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED;
  END IF;
  IF v_id IS NOT NULL THEN
    RETURN v_id;
  END IF;
  PERFORM 1 FROM ledger_account WHERE id BETWEEN p_first_id - 15 AND p_first_id ORDER BY id DESC FOR NO KEY UPDATE;
  SELECT id, p_amount - balance_micro INTO v_id, v_missing FROM ledger_account
  WHERE id BETWEEN p_first_id - 15 AND p_first_id ORDER BY balance_micro DESC, id LIMIT 1;
  IF (SELECT sum(balance_micro) FROM ledger_account WHERE id BETWEEN p_first_id - 15 AND p_first_id) < p_amount THEN
    PERFORM ledger_raise('HOUSE_LIMIT');
  END IF;
  FOR v_other IN
    SELECT id, balance_micro FROM ledger_account
    WHERE id BETWEEN p_first_id - 15 AND p_first_id AND id <> v_id AND balance_micro > 0 ORDER BY balance_micro DESC, id
  LOOP
    EXIT WHEN v_missing <= 0;
    IF v_journal IS NULL THEN
      v_journal := ledger_begin('even_out', 'even-out:' || uuid_v7(), sha256('even-out'), NULL);
    END IF;
    v_line := v_line + 1;
    PERFORM ledger_apply(v_journal, v_line, v_other.id, v_id, least(v_missing, v_other.balance_micro), NULL, NULL, false);
    v_missing := v_missing - v_other.balance_micro;
  END LOOP;
  RETURN v_id;
END
$$;

ALTER FUNCTION spot_take_inventory(bigint, bigint) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION spot_take_inventory(bigint, bigint) FROM PUBLIC, app_runtime;
