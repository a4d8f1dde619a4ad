-- Keeps a user's money as it is until the transaction ends.
-- Arguments: p_user is the user.
-- Returns: whether any of their balances is not 0.
-- Raises: nothing.
-- Locks: all accounts of the user, ids descending.
CREATE OR REPLACE FUNCTION ledger_lock_user(p_user uuid)
  RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
BEGIN
  PERFORM 1 FROM ledger_account WHERE owner_id = p_user ORDER BY id DESC FOR NO KEY UPDATE;
  RETURN EXISTS (SELECT FROM ledger_account WHERE owner_id = p_user AND balance_micro <> 0);
END
$$;

ALTER FUNCTION ledger_lock_user(uuid) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION ledger_lock_user(uuid) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION ledger_lock_user(uuid) TO app_runtime;
