-- Refuses another type or currency for a plan that has records: capacity and what is subscribed
-- are one sum. A subscription holds the plan's row, so none slips in between.
-- Returns: the new row.
-- Raises: SAVING_PLAN_IN_USE.
-- Locks: none.
-- Trigger: before such an UPDATE of saving_plan.
CREATE OR REPLACE FUNCTION saving_plan_kind_guard()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF EXISTS (SELECT FROM saving_record r WHERE r.plan_id = OLD.id) THEN
    RAISE EXCEPTION USING ERRCODE = 'XA001', MESSAGE = 'SAVING_PLAN_IN_USE';
  END IF;
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER saving_plan_keeps_kind
  BEFORE UPDATE OF type, currency ON saving_plan
  FOR EACH ROW
  WHEN ((OLD.type, OLD.currency) IS DISTINCT FROM (NEW.type, NEW.currency))
  EXECUTE FUNCTION saving_plan_kind_guard();
