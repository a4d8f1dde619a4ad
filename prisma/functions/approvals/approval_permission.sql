-- Says which permission an event that can take two people needs, of each of the two.
-- Arguments: p_kind as in approval.
-- Returns: a permission (see staff_may), or null for a kind that does not exist.
-- Raises: nothing.
-- Locks: none.
CREATE OR REPLACE FUNCTION approval_permission(p_kind text)
  RETURNS text
  LANGUAGE sql IMMUTABLE
  SET search_path = public, pg_temp
AS $$
  SELECT CASE p_kind
    WHEN 'balance.add' THEN 'balances.adjust'
    WHEN 'balance.subtract' THEN 'balances.adjust'
    WHEN 'deposit.confirm' THEN 'deposits.confirm'
    WHEN 'deposit.reverse' THEN 'deposits.reverse'
    WHEN 'withdrawal.approve' THEN 'withdrawals.approve'
    WHEN 'withdrawal.complete' THEN 'withdrawals.complete'
    WHEN 'house.transfer' THEN 'house.transfer'
    WHEN 'saving.change' THEN 'savings.edit'
    WHEN 'wallet.change' THEN 'wallets.edit'
    WHEN 'user.unfreeze' THEN 'users.access'
  END
$$;

ALTER FUNCTION approval_permission(text) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION approval_permission(text) FROM PUBLIC, app_runtime;
