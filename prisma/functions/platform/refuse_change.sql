-- Refuses every change of tables that only grow (append-only), and the removal of rows that are
-- never removed.
-- Returns: nothing: it always raises.
-- Raises: insufficient_privilege (42501).
-- Locks: none.
-- Trigger: before UPDATE, DELETE or TRUNCATE of the tables below, and of partitions (see
--   ensure_partitions).
CREATE OR REPLACE FUNCTION refuse_change()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE OR REPLACE TRIGGER audit_entry_append_only
  BEFORE DELETE OR UPDATE ON audit_entry
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER audit_entry_no_truncate
  BEFORE TRUNCATE ON audit_entry
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER board_append_only
  BEFORE DELETE OR UPDATE ON board
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER board_no_truncate
  BEFORE TRUNCATE ON board
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER house_transfer_append_only
  BEFORE DELETE OR UPDATE ON house_transfer
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER house_transfer_no_truncate
  BEFORE TRUNCATE ON house_transfer
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
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
CREATE OR REPLACE TRIGGER liability_account_append_only
  BEFORE UPDATE ON liability_account
  FOR EACH ROW WHEN (OLD.browser_part IS NOT NULL OR NEW.number <> OLD.number OR NEW.server_part <> OLD.server_part)
  EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER liability_account_no_removal
  BEFORE DELETE ON liability_account
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER liability_account_no_truncate
  BEFORE TRUNCATE ON liability_account
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER liability_run_append_only
  BEFORE DELETE OR UPDATE ON liability_run
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER liability_run_no_truncate
  BEFORE TRUNCATE ON liability_run
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER liability_snapshot_append_only
  BEFORE DELETE OR UPDATE ON liability_snapshot
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER liability_snapshot_no_truncate
  BEFORE TRUNCATE ON liability_snapshot
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER liability_tree_append_only
  BEFORE DELETE OR UPDATE ON liability_tree
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER liability_tree_no_truncate
  BEFORE TRUNCATE ON liability_tree
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER log_entry_append_only
  BEFORE DELETE OR UPDATE ON log_entry
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER log_entry_no_truncate
  BEFORE TRUNCATE ON log_entry
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER log_node_append_only
  BEFORE DELETE OR UPDATE ON log_node
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER log_node_no_truncate
  BEFORE TRUNCATE ON log_node
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER log_salt_append_only
  BEFORE DELETE OR UPDATE ON log_salt
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER log_salt_no_truncate
  BEFORE TRUNCATE ON log_salt
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER market_tick_thinned_append_only
  BEFORE DELETE OR UPDATE ON market_tick_thinned
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER market_tick_thinned_no_truncate
  BEFORE TRUNCATE ON market_tick_thinned
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER referral_earning_append_only
  BEFORE DELETE OR UPDATE ON referral_earning
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER referral_earning_no_truncate
  BEFORE TRUNCATE ON referral_earning
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER reserve_append_only
  BEFORE UPDATE ON reserve
  FOR EACH ROW WHEN (OLD.removed_at IS NOT NULL OR to_jsonb(OLD) - 'removed_at' <> to_jsonb(NEW) - 'removed_at')
  EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER reserve_no_removal
  BEFORE DELETE ON reserve
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER reserve_no_truncate
  BEFORE TRUNCATE ON reserve
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER saving_record_no_removal
  BEFORE DELETE ON saving_record
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER site_rule_history_append_only
  BEFORE DELETE OR UPDATE ON site_rule_history
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER site_rule_history_no_truncate
  BEFORE TRUNCATE ON site_rule_history
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER spot_write_off_append_only
  BEFORE DELETE OR UPDATE ON spot_write_off
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER spot_write_off_no_truncate
  BEFORE TRUNCATE ON spot_write_off
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER staff_move_append_only
  BEFORE DELETE OR UPDATE ON staff_move
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER staff_move_no_truncate
  BEFORE TRUNCATE ON staff_move
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER terms_history_append_only
  BEFORE DELETE OR UPDATE ON terms_history
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER terms_history_no_truncate
  BEFORE TRUNCATE ON terms_history
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER trade_no_removal
  BEFORE DELETE ON trade
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER vault_conversion_append_only
  BEFORE UPDATE ON vault_conversion
  FOR EACH ROW WHEN (OLD.status <> 'pending') EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER vault_conversion_no_removal
  BEFORE DELETE ON vault_conversion
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER vault_conversion_no_truncate
  BEFORE TRUNCATE ON vault_conversion
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
