-- Keeps each state of site_rule, with when it began and whether the application's login made it.
-- Returns: null, as an AFTER trigger does.
-- Raises: nothing.
-- Locks: none.
-- Trigger: after a change of site_rule.
CREATE OR REPLACE FUNCTION site_rule_keep()
  RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
BEGIN
  INSERT INTO site_rule_history (since, by_application, rule)
  VALUES (app_now(), NOT pg_has_role(session_user, 'ledger_owner', 'MEMBER'), to_jsonb(NEW));
  RETURN NULL;
END
$$;

ALTER FUNCTION site_rule_keep() OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION site_rule_keep() FROM PUBLIC, app_runtime;

CREATE OR REPLACE TRIGGER site_rule_made
  AFTER INSERT ON site_rule
  FOR EACH ROW EXECUTE FUNCTION site_rule_keep();
CREATE OR REPLACE TRIGGER site_rule_changed
  AFTER UPDATE ON site_rule
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*)
  EXECUTE FUNCTION site_rule_keep();

INSERT INTO site_rule_history (since, by_application, rule)
SELECT app_now(), false, to_jsonb(s) FROM site_rule s WHERE NOT EXISTS (SELECT FROM site_rule_history);
