-- Lets no plan begin with subscriptions.
-- Returns: the new row.
-- Raises: check_violation (23514).
-- Locks: none.
-- Trigger: before INSERT on saving_plan.
CREATE OR REPLACE FUNCTION saving_plan_guard()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF NEW.subscribed_micro <> 0 THEN
    RAISE EXCEPTION 'a new plan has no subscriptions' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;

ALTER FUNCTION saving_plan_guard() OWNER TO ledger_owner;

CREATE OR REPLACE TRIGGER saving_plan_starts_empty
  BEFORE INSERT ON saving_plan
  FOR EACH ROW EXECUTE FUNCTION saving_plan_guard();
