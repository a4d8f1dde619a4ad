-- Opens the practice side of a user: their accounts, and 10,000 USDT out of the practice treasury.
-- The first one of all also funds the practice house, from a world outside that is as made up. May
-- be repeated: nobody gets it twice.
-- Arguments: p_user is the user.
-- Returns: nothing.
-- Raises: those of ledger_begin and ledger_apply.
-- Locks: the journals' keys, the accounts that the money moves between.
CREATE OR REPLACE FUNCTION open_practice(p_user uuid)
  RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = practice, public, pg_temp
  SET enable_seqscan = off
AS $$
DECLARE
  v_journal bigint;
  v_line integer := 0;
  v_pool record;
BEGIN
  v_journal := ledger_begin('practice_fund', 'practice-fund', sha256('practice-fund'), NULL);
  IF v_journal IS NOT NULL THEN
    FOR v_pool IN
      SELECT a.id, a.currency, CASE a.kind WHEN 'treasury' THEN 1000000000000000000 ELSE 1000000000000000 END AS amount
      FROM ledger_account a
      WHERE a.owner_id IS NULL AND (a.kind IN ('option_pool', 'inventory') OR a.kind = 'treasury' AND a.currency = 'USDT')
      ORDER BY a.id DESC
    LOOP
      v_line := v_line + 1;
      PERFORM ledger_apply(v_journal, v_line, ledger_account_id(NULL, 'external', v_pool.currency), v_pool.id, v_pool.amount, NULL, NULL, false);
    END LOOP;
  END IF;
  PERFORM ledger_open_user_accounts(p_user);
  v_journal := ledger_begin('practice_open', 'practice-open:' || p_user, sha256(p_user::text::bytea), p_user);
  IF v_journal IS NOT NULL THEN
    PERFORM ledger_apply(v_journal, 1, ledger_account_id(NULL, 'treasury', 'USDT'), ledger_account_id(p_user, 'available', 'USDT'),
      10000000000, NULL, NULL, false);
  END IF;
END
$$;

ALTER FUNCTION open_practice(uuid) OWNER TO practice_owner;
REVOKE ALL ON FUNCTION open_practice(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION open_practice(uuid) TO practice_runtime;
