-- Refuses a change of a record's terms, whoever asks.
-- Returns: nothing: it always raises.
-- Raises: insufficient_privilege (42501).
-- Locks: none.
-- Trigger: after an UPDATE of the columns below on saving_record.
CREATE OR REPLACE FUNCTION saving_terms_guard()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  RAISE EXCEPTION 'a saving keeps the terms it was made with' USING ERRCODE = 'insufficient_privilege';
END
$$;

ALTER FUNCTION saving_terms_guard() OWNER TO ledger_owner;

CREATE OR REPLACE TRIGGER saving_record_terms
  AFTER UPDATE OF id, user_id, plan_id, type, currency, principal_micro, daily_rate_ppb, duration_days, starts_at, matures_at ON saving_record
  FOR EACH ROW EXECUTE FUNCTION saving_terms_guard();
