-- Lets only the ledger's role open accounts, and only valid ones: empty, of a known kind and
-- currency, users' ids positive and the house's negative.
-- Returns: the new row.
-- Raises: check_violation (23514).
-- Locks: none.
-- Trigger: before INSERT on ledger_account.
CREATE OR REPLACE FUNCTION ledger_account_validate()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF current_user <> 'ledger_owner' OR NEW.balance_micro <> 0 OR NEW.seq <> 0
    OR NEW.currency NOT IN ('USDT', 'XAUT')
    OR (NEW.owner_id IS NULL) <> (NEW.id < 0)
    OR (NEW.owner_id IS NOT NULL AND (NEW.shard <> 0 OR NEW.floor_micro IS DISTINCT FROM 0
      OR NEW.kind NOT IN ('available', 'held', 'stored', 'savings', 'ai')))
    OR (NEW.owner_id IS NULL AND (NEW.shard NOT BETWEEN 0 AND 15
      OR NEW.kind NOT IN ('external', 'treasury', 'option_pool', 'inventory', 'fees', 'interest', 'interest_reserve', 'referral', 'escrow', 'receivable')
      OR NEW.floor_micro IS DISTINCT FROM CASE WHEN NEW.kind IN ('external', 'escrow', 'receivable') THEN NULL ELSE 0 END))
  THEN
    RAISE EXCEPTION 'not a valid ledger account' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;

ALTER FUNCTION ledger_account_validate() OWNER TO ledger_owner;

CREATE OR REPLACE TRIGGER ledger_account_valid
  BEFORE INSERT ON ledger_account
  FOR EACH ROW EXECUTE FUNCTION ledger_account_validate();
