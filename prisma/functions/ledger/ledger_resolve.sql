-- Chooses a shard where an id means any of them: a pool's first id minus 1000 (-1100 is any
-- shard of the option pool). Consecutive connections get different shards, so they seldom wait
-- for each other; a debit that its shard can't cover goes to the fullest one.
-- Arguments: p_id is an account or any shard, p_amount the micro-units of a debit, null for a
--   credit.
-- Returns: the id of an account.
-- Raises: nothing.
-- Locks: none.
CREATE OR REPLACE FUNCTION ledger_resolve(p_id bigint, p_amount bigint)
  RETURNS bigint
  LANGUAGE plpgsql
AS $$
DECLARE
  v_id bigint;
BEGIN
  IF p_id > -1000 THEN
    RETURN p_id;
  END IF;
  v_id := p_id + 1000 - pg_backend_pid() % 16;
  -- By itself: a condition with a query in it is a statement of its own.
  IF p_amount IS NULL THEN
    RETURN v_id;
  END IF;
  IF (SELECT balance_micro >= p_amount FROM ledger_account WHERE id = v_id) THEN
    RETURN v_id;
  END IF;
  RETURN coalesce((SELECT id FROM ledger_account WHERE id BETWEEN p_id + 985 AND p_id + 1000
    ORDER BY balance_micro DESC LIMIT 1), v_id);
END
$$;

ALTER FUNCTION ledger_resolve(bigint, bigint) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION ledger_resolve(bigint, bigint) FROM PUBLIC, app_runtime;
