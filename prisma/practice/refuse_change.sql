-- Refuses every change of what only grows on the practice side, as on the real one.
-- Returns: nothing: it always raises.
-- Raises: insufficient_privilege (42501).
-- Locks: none.
-- Trigger: before UPDATE, DELETE or TRUNCATE of the tables below.
CREATE OR REPLACE FUNCTION refuse_change()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END
$$;

ALTER FUNCTION refuse_change() OWNER TO practice_owner;

CREATE OR REPLACE TRIGGER ledger_account_no_removal
  BEFORE DELETE ON ledger_account
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER ledger_account_no_truncate
  BEFORE TRUNCATE ON ledger_account
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER ledger_journal_append_only
  BEFORE DELETE OR UPDATE ON ledger_journal
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER ledger_journal_no_truncate
  BEFORE TRUNCATE ON ledger_journal
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER ledger_transfer_append_only
  BEFORE DELETE OR UPDATE ON ledger_transfer
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER ledger_transfer_no_truncate
  BEFORE TRUNCATE ON ledger_transfer
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER spot_write_off_append_only
  BEFORE DELETE OR UPDATE ON spot_write_off
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER spot_write_off_no_truncate
  BEFORE TRUNCATE ON spot_write_off
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER trade_no_removal
  BEFORE DELETE ON trade
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER trade_no_truncate
  BEFORE TRUNCATE ON trade
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
