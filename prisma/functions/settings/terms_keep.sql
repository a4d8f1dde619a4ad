-- Keeps each state of a plan and of a user's own limits, with when it began. What follows from
-- use, such as how much of a plan is taken, is no part of it.
-- Returns: null, as an AFTER trigger does.
-- Raises: nothing.
-- Locks: none.
-- Trigger: after a change of saving_plan and trade_config.
CREATE OR REPLACE FUNCTION terms_keep()
  RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
DECLARE
  v_row jsonb := to_jsonb(CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END);
BEGIN
  INSERT INTO terms_history (subject, subject_id, since, terms)
  VALUES (TG_TABLE_NAME, coalesce(v_row ->> 'user_id', v_row ->> 'id')::uuid, app_now(),
    -- Limits that were removed are none.
    CASE TG_OP WHEN 'DELETE' THEN '{}' ELSE v_row - '{name,description,subscribed_micro,created_at,updated_at}'::text[] END);
  RETURN NULL;
END
$$;

ALTER FUNCTION terms_keep() OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION terms_keep() FROM PUBLIC, app_runtime;

CREATE OR REPLACE TRIGGER saving_plan_made
  AFTER INSERT ON saving_plan
  FOR EACH ROW EXECUTE FUNCTION terms_keep();
CREATE OR REPLACE TRIGGER saving_plan_terms
  AFTER UPDATE OF type, currency, daily_rate_ppb, duration_days, min_amount_micro, max_amount_micro, capacity_micro, is_active,
    deleted_at ON saving_plan
  FOR EACH ROW EXECUTE FUNCTION terms_keep();
CREATE OR REPLACE TRIGGER trade_config_terms
  AFTER INSERT OR DELETE OR UPDATE ON trade_config
  FOR EACH ROW EXECUTE FUNCTION terms_keep();

INSERT INTO terms_history (subject, subject_id, since, terms)
SELECT 'saving_plan', p.id, app_now(), to_jsonb(p) - '{name,description,subscribed_micro,created_at,updated_at}'::text[]
FROM saving_plan p WHERE NOT EXISTS (SELECT FROM terms_history h WHERE h.subject_id = p.id);
INSERT INTO terms_history (subject, subject_id, since, terms)
SELECT 'trade_config', c.user_id, app_now(), to_jsonb(c) - '{created_at,updated_at}'::text[]
FROM trade_config c WHERE NOT EXISTS (SELECT FROM terms_history h WHERE h.subject_id = c.user_id);
