-- Opens the ledger accounts of every user at their first moment, and their account in the published
-- trees of liabilities, whatever code made them.
-- Returns: null, as an AFTER trigger does.
-- Raises: nothing.
-- Locks: none.
-- Trigger: after INSERT on app_user.
CREATE OR REPLACE FUNCTION open_accounts_of_new_user()
  RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
BEGIN
  PERFORM ledger_open_user_accounts(NEW.id);
  PERFORM liability_open(NEW.id);
  RETURN NULL;
END
$$;

ALTER FUNCTION open_accounts_of_new_user() OWNER TO ledger_owner;

CREATE OR REPLACE TRIGGER app_user_ledger_accounts
  AFTER INSERT ON app_user
  FOR EACH ROW EXECUTE FUNCTION open_accounts_of_new_user();
