-- Accounts never change what they are; balances move only under the ledger's own role.
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
