-- Counts what a new or changed plan can pay, and asks two people for every deposit address (see
-- four_eyes_take). A plan's value is the interest of its whole capacity over its term, a year for a
-- flexible one; without a capacity it is not known. Whose change it is stands in the audit entry.
-- Returns: null, as an AFTER trigger does.
-- Raises: those of four_eyes_take.
-- Locks: those of four_eyes_take.
-- Trigger: deferred, after what offers or shows users more than before: not the end of an offer.
--   Not for whoever owns the tables and restores backups.
CREATE OR REPLACE FUNCTION four_eyes_offer()
  RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
DECLARE
  c_kind CONSTANT text := CASE TG_TABLE_NAME WHEN 'wallet' THEN 'wallet' ELSE 'saving' END;
  v_id uuid := NEW.id;
  v_actor uuid;
  v_plan saving_plan;
  v_value bigint;
  v_is_high boolean := true;
BEGIN
  SELECT e.actor_id INTO v_actor FROM audit_entry e
  WHERE e.seq > (SELECT h.seq - 100 FROM audit_head h) AND e.xmin::text = pg_current_xact_id()::xid::text
    AND e.action LIKE c_kind || '.%' AND e.target_id = v_id::text
  ORDER BY e.seq DESC LIMIT 1;
  IF TG_TABLE_NAME = 'saving_plan' THEN
    SELECT * INTO STRICT v_plan FROM saving_plan p WHERE p.id = v_id;
    v_value := adjustment_value(v_plan.currency, least(ceil(
      v_plan.capacity_micro::numeric * v_plan.daily_rate_ppb * coalesce(v_plan.duration_days, 365) / 1000000000), 1000000000000000000)::bigint);
    v_is_high := v_plan.daily_rate_ppb::numeric * 365 > (SELECT r.plan_yearly_ceiling_ppm::numeric * 1000 FROM site_rule r);
  END IF;
  PERFORM four_eyes_take(v_actor, NULL, c_kind || '.change', v_id::text, v_value, v_is_high);
  RETURN NULL;
END
$$;

ALTER FUNCTION four_eyes_offer() OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION four_eyes_offer() FROM PUBLIC, app_runtime;

-- Constraint triggers can't be replaced.
DROP TRIGGER IF EXISTS wallet_made_four_eyes ON wallet;
CREATE CONSTRAINT TRIGGER wallet_made_four_eyes
  AFTER INSERT ON wallet DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NOT pg_has_role(current_user, 'ledger_owner', 'MEMBER'))
  EXECUTE FUNCTION four_eyes_offer();
DROP TRIGGER IF EXISTS wallet_four_eyes ON wallet;
CREATE CONSTRAINT TRIGGER wallet_four_eyes
  AFTER UPDATE ON wallet DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (
    NOT pg_has_role(current_user, 'ledger_owner', 'MEMBER')
    AND ((OLD.address, OLD.currency, OLD.network, OLD.label, OLD.qr_file_id, OLD.min_deposit_micro, OLD.is_demo, OLD.former_addresses)
        IS DISTINCT FROM
        (NEW.address, NEW.currency, NEW.network, NEW.label, NEW.qr_file_id, NEW.min_deposit_micro, NEW.is_demo, NEW.former_addresses)
      OR (NEW.is_active AND NOT OLD.is_active) OR (NEW.deleted_at IS NULL AND OLD.deleted_at IS NOT NULL))
  )
  EXECUTE FUNCTION four_eyes_offer();
DROP TRIGGER IF EXISTS plan_made_four_eyes ON saving_plan;
CREATE CONSTRAINT TRIGGER plan_made_four_eyes
  AFTER INSERT ON saving_plan DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NOT pg_has_role(current_user, 'ledger_owner', 'MEMBER'))
  EXECUTE FUNCTION four_eyes_offer();
DROP TRIGGER IF EXISTS plan_four_eyes ON saving_plan;
CREATE CONSTRAINT TRIGGER plan_four_eyes
  AFTER UPDATE ON saving_plan DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (
    NOT pg_has_role(current_user, 'ledger_owner', 'MEMBER')
    AND ((OLD.type, OLD.currency, OLD.daily_rate_ppb, OLD.duration_days, OLD.min_amount_micro, OLD.max_amount_micro, OLD.capacity_micro)
        IS DISTINCT FROM
        (NEW.type, NEW.currency, NEW.daily_rate_ppb, NEW.duration_days, NEW.min_amount_micro, NEW.max_amount_micro, NEW.capacity_micro)
      OR (NEW.is_active AND NOT OLD.is_active) OR (NEW.deleted_at IS NULL AND OLD.deleted_at IS NOT NULL))
  )
  EXECUTE FUNCTION four_eyes_offer();
