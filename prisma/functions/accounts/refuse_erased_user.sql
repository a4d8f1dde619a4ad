-- Refuses rows for an account that was erased while the request for it was under way. What needs
-- a balance stops at the balance; these tables do not.
-- Returns: the new row.
-- Raises: NOT_FOUND.
-- Locks: the user's row of app_user, FOR KEY SHARE.
-- Trigger: before INSERT on the tables below.
CREATE OR REPLACE FUNCTION refuse_erased_user()
  RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
BEGIN
  PERFORM 1 FROM app_user WHERE id = NEW.user_id AND erased_at IS NULL FOR KEY SHARE;
  IF NOT FOUND THEN
    PERFORM ledger_raise('NOT_FOUND');
  END IF;
  RETURN NEW;
END
$$;

ALTER FUNCTION refuse_erased_user() OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION refuse_erased_user() FROM PUBLIC, app_runtime;

CREATE OR REPLACE TRIGGER account_token_of_living_account
  BEFORE INSERT ON account_token
  FOR EACH ROW EXECUTE FUNCTION refuse_erased_user();
CREATE OR REPLACE TRIGGER balance_adjustment_of_living_account
  BEFORE INSERT ON balance_adjustment
  FOR EACH ROW EXECUTE FUNCTION refuse_erased_user();
CREATE OR REPLACE TRIGGER deposit_of_living_account
  BEFORE INSERT ON deposit
  FOR EACH ROW EXECUTE FUNCTION refuse_erased_user();
CREATE OR REPLACE TRIGGER session_of_living_account
  BEFORE INSERT ON session
  FOR EACH ROW EXECUTE FUNCTION refuse_erased_user();
CREATE OR REPLACE TRIGGER trade_setup_of_living_account
  BEFORE INSERT ON trade_setup
  FOR EACH ROW EXECUTE FUNCTION refuse_erased_user();
CREATE OR REPLACE TRIGGER user_note_of_living_account
  BEFORE INSERT ON user_note
  FOR EACH ROW EXECUTE FUNCTION refuse_erased_user();
CREATE OR REPLACE TRIGGER withdrawal_address_of_living_account
  BEFORE INSERT ON withdrawal_address
  FOR EACH ROW EXECUTE FUNCTION refuse_erased_user();
