-- Puts a new row into the queue of the public log, in the transaction that makes the row. What is
-- hot does it by itself: trade_inserted and trade_updated.
-- Arguments: the kind, the column that names the row, and "behind" for what has to stand behind
--   every tick that the transaction has seen, or the column of what the row counts, which its name
--   ends in.
-- Returns: null, as an AFTER trigger does.
-- Raises: nothing.
-- Locks: none.
-- Trigger: after each row of the tables below that is to be logged.
CREATE OR REPLACE FUNCTION log_row()
  RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
BEGIN
  INSERT INTO log_queue (place, kind, ref) VALUES (
    CASE TG_ARGV[2] WHEN 'behind'
      THEN greatest(pg_current_xact_id()::text::bigint, pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1)
      ELSE pg_current_xact_id()::text::bigint END,
    TG_ARGV[0], (to_jsonb(NEW) ->> TG_ARGV[1]) || CASE WHEN TG_ARGV[2] <> 'behind' THEN '/' || (to_jsonb(NEW) ->> TG_ARGV[2]) ELSE '' END);
  RETURN NULL;
END
$$;

ALTER FUNCTION log_row() OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION log_row() FROM PUBLIC, app_runtime;

CREATE OR REPLACE TRIGGER market_tick_logged
  AFTER INSERT ON market_tick
  FOR EACH ROW EXECUTE FUNCTION log_row('tick', 'seq');
CREATE OR REPLACE TRIGGER strategy_signal_logged
  AFTER INSERT ON strategy_signal
  FOR EACH ROW EXECUTE FUNCTION log_row('signal', 'id');
CREATE OR REPLACE TRIGGER audit_entry_logged
  AFTER INSERT ON audit_entry
  FOR EACH ROW WHEN (NEW.subject_user_id IS NOT NULL) EXECUTE FUNCTION log_row('staff', 'seq');
-- What decides prices and is no rule of a function: the entry that every change of it needs.
CREATE OR REPLACE TRIGGER setting_logged
  AFTER INSERT ON audit_entry
  FOR EACH ROW WHEN (NEW.action LIKE 'settings.%' AND NEW.after ?| ARRAY['optionEntryDelayMs', 'marketMaxSpread', 'marketMaxMove'])
  EXECUTE FUNCTION log_row('setting', 'seq');
CREATE OR REPLACE TRIGGER site_rule_logged
  AFTER INSERT ON site_rule_history
  FOR EACH ROW EXECUTE FUNCTION log_row('rules', 'id');
CREATE OR REPLACE TRIGGER option_offer_logged
  AFTER INSERT ON option_offer
  FOR EACH ROW EXECUTE FUNCTION log_row('offer', 'id');
CREATE OR REPLACE TRIGGER option_offer_end_logged
  AFTER UPDATE ON option_offer
  FOR EACH ROW WHEN (OLD.offered_until IS NULL AND NEW.offered_until IS NOT NULL)
  EXECUTE FUNCTION log_row('offer_end', 'id');
CREATE OR REPLACE TRIGGER document_logged
  AFTER INSERT ON document_version
  FOR EACH ROW EXECUTE FUNCTION log_row('document', 'id');
CREATE OR REPLACE TRIGGER plan_logged
  AFTER INSERT ON terms_history
  FOR EACH ROW WHEN (NEW.subject = 'saving_plan') EXECUTE FUNCTION log_row('plan', 'id');
CREATE OR REPLACE TRIGGER liability_snapshot_logged
  AFTER INSERT ON liability_snapshot
  FOR EACH ROW EXECUTE FUNCTION log_row('liabilities', 'run_id');
CREATE OR REPLACE TRIGGER board_logged
  AFTER INSERT ON board
  FOR EACH ROW EXECUTE FUNCTION log_row('board', 'day');
CREATE OR REPLACE TRIGGER reserve_logged
  AFTER INSERT ON reserve
  FOR EACH ROW EXECUTE FUNCTION log_row('reserve', 'id');
CREATE OR REPLACE TRIGGER reserve_end_logged
  AFTER UPDATE ON reserve
  FOR EACH ROW WHEN (OLD.removed_at IS NULL AND NEW.removed_at IS NOT NULL)
  EXECUTE FUNCTION log_row('reserve_end', 'id');
CREATE OR REPLACE TRIGGER resting_order_logged
  AFTER INSERT ON resting_order
  FOR EACH ROW EXECUTE FUNCTION log_row('order_accepted', 'id');
-- The end of a filled one is that of its trade.
CREATE OR REPLACE TRIGGER resting_order_closed_logged
  AFTER UPDATE ON resting_order
  FOR EACH ROW WHEN (OLD.status = 'open' AND NEW.status IN ('cancelled', 'expired'))
  EXECUTE FUNCTION log_row('order_closed', 'id');
CREATE OR REPLACE TRIGGER deposit_reported_logged
  AFTER INSERT ON deposit
  FOR EACH ROW EXECUTE FUNCTION log_row('deposit_reported', 'id');
CREATE OR REPLACE TRIGGER deposit_ended_logged
  AFTER UPDATE ON deposit
  FOR EACH ROW WHEN (OLD.status = 'pending' AND NEW.status IN ('completed', 'failed'))
  EXECUTE FUNCTION log_row('deposit_ended', 'id');
CREATE OR REPLACE TRIGGER deposit_reversed_logged
  AFTER INSERT ON deposit_reversal
  FOR EACH ROW EXECUTE FUNCTION log_row('deposit_reversed', 'deposit_id');
CREATE OR REPLACE TRIGGER withdrawal_requested_logged
  AFTER INSERT ON withdrawal
  FOR EACH ROW EXECUTE FUNCTION log_row('withdrawal_requested', 'id');
CREATE OR REPLACE TRIGGER withdrawal_approved_logged
  AFTER UPDATE ON withdrawal
  FOR EACH ROW WHEN (OLD.approved_at IS NULL AND NEW.approved_at IS NOT NULL)
  EXECUTE FUNCTION log_row('withdrawal_approved', 'id');
CREATE OR REPLACE TRIGGER withdrawal_ended_logged
  AFTER UPDATE ON withdrawal
  FOR EACH ROW WHEN (OLD.status IN ('pending', 'processing') AND NEW.status IN ('completed', 'failed', 'cancelled'))
  EXECUTE FUNCTION log_row('withdrawal_ended', 'id');
CREATE OR REPLACE TRIGGER conversion_accepted_logged
  AFTER INSERT ON vault_conversion
  FOR EACH ROW EXECUTE FUNCTION log_row('conversion_accepted', 'id');
CREATE OR REPLACE TRIGGER conversion_ended_logged
  AFTER UPDATE ON vault_conversion
  FOR EACH ROW WHEN (OLD.status = 'pending' AND NEW.status <> 'pending')
  EXECUTE FUNCTION log_row('conversion_ended', 'id', 'behind');
CREATE OR REPLACE TRIGGER saving_subscribed_logged
  AFTER INSERT ON saving_record
  FOR EACH ROW EXECUTE FUNCTION log_row('saving_subscribed', 'id');
CREATE OR REPLACE TRIGGER saving_counted_logged
  AFTER UPDATE ON saving_record
  FOR EACH ROW WHEN (NEW.days_accrued > OLD.days_accrued)
  EXECUTE FUNCTION log_row('saving_counted', 'id', 'days_accrued');
CREATE OR REPLACE TRIGGER saving_closed_logged
  AFTER UPDATE ON saving_record
  FOR EACH ROW WHEN (OLD.closed_at IS NULL AND NEW.closed_at IS NOT NULL)
  EXECUTE FUNCTION log_row('saving_closed', 'id');
-- What a deposit paid of a debt of an earlier one.
CREATE OR REPLACE TRIGGER deposit_collected_logged
  AFTER UPDATE ON deposit_reversal
  FOR EACH ROW WHEN (NEW.collected_micro > OLD.collected_micro)
  EXECUTE FUNCTION log_row('deposit_collected', 'deposit_id', 'collected_micro');
CREATE OR REPLACE TRIGGER adjustment_logged
  AFTER INSERT ON balance_adjustment
  FOR EACH ROW WHEN (NEW.status = 'applied') EXECUTE FUNCTION log_row('adjusted', 'id');
CREATE OR REPLACE TRIGGER adjustment_applied_logged
  AFTER UPDATE ON balance_adjustment
  FOR EACH ROW WHEN (OLD.status <> 'applied' AND NEW.status = 'applied') EXECUTE FUNCTION log_row('adjusted', 'id');
CREATE OR REPLACE TRIGGER referral_paid_logged
  AFTER INSERT ON referral_earning
  FOR EACH ROW EXECUTE FUNCTION log_row('referral_paid', 'id');
CREATE OR REPLACE TRIGGER run_started_logged
  AFTER INSERT ON strategy_run
  FOR EACH ROW EXECUTE FUNCTION log_row('run_started', 'id');
-- The moment from which on a price may sell what the run holds: each, before that price exists.
CREATE OR REPLACE TRIGGER run_stopping_logged
  AFTER UPDATE ON strategy_run
  FOR EACH ROW WHEN (NEW.stop_at IS NOT NULL AND NEW.stop_at IS DISTINCT FROM OLD.stop_at)
  EXECUTE FUNCTION log_row('run_stopping', 'id', 'stop_at');
CREATE OR REPLACE TRIGGER run_ended_logged
  AFTER UPDATE ON strategy_run
  FOR EACH ROW WHEN (OLD.status <> 'stopped' AND NEW.status = 'stopped')
  EXECUTE FUNCTION log_row('run_ended', 'id', 'behind');
