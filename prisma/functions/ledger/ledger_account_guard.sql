-- Refuses a change of what an account is. Balances change, under the ledger's own role only.
-- Returns: nothing: it always raises.
-- Raises: insufficient_privilege (42501).
-- Locks: none.
-- Trigger: after an UPDATE of the columns below on ledger_account.
CREATE OR REPLACE FUNCTION ledger_account_guard()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  RAISE EXCEPTION 'ledger accounts change through ledger functions only' USING ERRCODE = 'insufficient_privilege';
END
$$;

ALTER FUNCTION ledger_account_guard() OWNER TO ledger_owner;

CREATE OR REPLACE TRIGGER ledger_account_identity
  AFTER UPDATE OF id, owner_id, kind, currency, shard, floor_micro ON ledger_account
  FOR EACH ROW EXECUTE FUNCTION ledger_account_guard();
