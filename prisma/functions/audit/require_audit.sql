-- Refuses a change of what protects people and money that has no audit entry in its transaction:
-- rights and roles of staff, whether an account is on, settings, deposit addresses, reserves,
-- plans, and limits of one user. Looked at as the transaction ends, so that change and entry may
-- come in either order. The database's owner, who restores backups, is not asked.
-- Returns: null, as an AFTER trigger does.
-- Raises: insufficient_privilege (42501).
-- Locks: none.
-- Trigger: deferred, after such a change of the tables below. The first administrator of a site,
--   and the wallets and plans that a demo begins with, are made where there are none.
CREATE OR REPLACE FUNCTION require_audit()
  RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
DECLARE
  v_table text := TG_TABLE_NAME;
  v_old jsonb := to_jsonb(OLD);
  v_row jsonb := coalesce(to_jsonb(NEW), to_jsonb(OLD));
  v_id text := coalesce(v_row ->> 'id', v_row ->> 'user_id');
  v_is_written boolean;
BEGIN
  -- The caller's role, since this function runs as its owner.
  IF pg_has_role(session_user, 'ledger_owner', 'MEMBER') THEN
    RETURN NULL;
  END IF;
  IF v_table = 'setting' THEN
    v_is_written := audited('settings.%', NULL, 'settings.edit', jsonb_build_object(v_row ->> 'key', v_row -> 'value'));
  ELSIF v_table = 'staff_role' THEN
    v_is_written := audited('role.%', v_id, '*', CASE WHEN TG_OP = 'DELETE' THEN '{}'
      ELSE jsonb_build_object('name', v_row -> 'name', 'permissions', v_row -> 'permissions', 'limits', v_row -> 'limits') END);
  ELSIF v_table = 'wallet' THEN
    v_is_written := audited('wallet.%', v_id, 'wallets.edit',
        CASE WHEN v_row ->> 'deleted_at' IS NULL THEN jsonb_build_object('address', v_row -> 'address') ELSE '{}' END)
      OR (v_old IS NULL AND NOT EXISTS (SELECT FROM wallet w WHERE w.xmin::text <> pg_current_xact_id()::xid::text));
  ELSIF v_table = 'reserve' THEN
    v_is_written := audited('reserve.%', v_id, 'reserves.publish',
      CASE WHEN v_row ->> 'removed_at' IS NULL THEN jsonb_build_object('balanceE8', v_row ->> 'balance_e8') ELSE '{}' END);
  ELSIF v_table = 'saving_plan' THEN
    v_is_written := audited('saving.%', v_id, 'savings.edit', '{}')
      OR (v_old IS NULL AND NOT EXISTS (SELECT FROM saving_plan p WHERE p.xmin::text <> pg_current_xact_id()::xid::text));
  ELSIF v_table = 'trade_config' THEN
    v_is_written := audited('trade-config.%', v_id, 'users.edit', '{}') OR audited('user.%', v_id, 'users.delete', '{}');
  ELSIF v_old IS NULL THEN
    v_is_written := audited('user.create-admin', v_id, '*', '{}')
      AND NOT EXISTS (SELECT FROM app_user u WHERE u.is_admin AND u.erased_at IS NULL AND u.id::text <> v_id);
  ELSIF v_row ->> 'erased_at' IS NOT NULL THEN
    v_is_written := audited('user.%', v_id, 'users.delete', '{}');
  ELSIF (v_old -> 'is_admin', v_old -> 'permissions', v_old -> 'staff_role_id')
    IS DISTINCT FROM (v_row -> 'is_admin', v_row -> 'permissions', v_row -> 'staff_role_id') THEN
    v_is_written := audited('user.rights', v_id, '*', jsonb_build_object('permissions', v_row -> 'permissions')
        || CASE WHEN v_row ->> 'staff_role_id' IS NULL THEN '{}' ELSE jsonb_build_object('roleId', v_row -> 'staff_role_id') END)
      -- What a change of their role brings to its members.
      OR (v_old -> 'is_admin' = v_row -> 'is_admin' AND v_old -> 'staff_role_id' = v_row -> 'staff_role_id'
        AND audited('role.%', v_row ->> 'staff_role_id', '*', jsonb_build_object('permissions', v_row -> 'permissions')));
  ELSE
    v_is_written := audited('user.%', v_id, 'users.edit', jsonb_build_object('isActive', v_row -> 'is_active'));
  END IF;
  IF v_is_written IS NOT TRUE THEN
    RAISE EXCEPTION '% changes with an audit entry only', v_table USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END
$$;

ALTER FUNCTION require_audit() OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION require_audit() FROM PUBLIC, app_runtime;

-- Constraint triggers can't be replaced.
DROP TRIGGER IF EXISTS staff_audited ON app_user;
CREATE CONSTRAINT TRIGGER staff_audited
  AFTER INSERT ON app_user DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.is_admin OR NEW.permissions <> '{}')
  EXECUTE FUNCTION require_audit();
DROP TRIGGER IF EXISTS rights_audited ON app_user;
CREATE CONSTRAINT TRIGGER rights_audited
  AFTER UPDATE ON app_user DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (
    (OLD.is_admin, OLD.permissions, OLD.is_active, OLD.staff_role_id)
    IS DISTINCT FROM (NEW.is_admin, NEW.permissions, NEW.is_active, NEW.staff_role_id)
  )
  EXECUTE FUNCTION require_audit();
DROP TRIGGER IF EXISTS role_audited ON staff_role;
CREATE CONSTRAINT TRIGGER role_audited
  AFTER INSERT OR UPDATE OR DELETE ON staff_role DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION require_audit();
DROP TRIGGER IF EXISTS setting_audited ON setting;
CREATE CONSTRAINT TRIGGER setting_audited
  AFTER INSERT OR UPDATE ON setting DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION require_audit();
DROP TRIGGER IF EXISTS wallet_made_audited ON wallet;
CREATE CONSTRAINT TRIGGER wallet_made_audited
  AFTER INSERT ON wallet DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION require_audit();
DROP TRIGGER IF EXISTS wallet_audited ON wallet;
CREATE CONSTRAINT TRIGGER wallet_audited
  AFTER UPDATE ON wallet DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (
    (OLD.id, OLD.address, OLD.currency, OLD.network, OLD.label, OLD.qr_file_id, OLD.min_deposit_micro, OLD.is_active, OLD.is_demo,
      OLD.deleted_at, OLD.former_addresses) IS DISTINCT FROM
    (NEW.id, NEW.address, NEW.currency, NEW.network, NEW.label, NEW.qr_file_id, NEW.min_deposit_micro, NEW.is_active, NEW.is_demo,
      NEW.deleted_at, NEW.former_addresses)
  )
  EXECUTE FUNCTION require_audit();
DROP TRIGGER IF EXISTS reserve_audited ON reserve;
CREATE CONSTRAINT TRIGGER reserve_audited
  AFTER INSERT OR UPDATE ON reserve DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION require_audit();
DROP TRIGGER IF EXISTS plan_made_audited ON saving_plan;
CREATE CONSTRAINT TRIGGER plan_made_audited
  AFTER INSERT ON saving_plan DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION require_audit();
DROP TRIGGER IF EXISTS plan_audited ON saving_plan;
CREATE CONSTRAINT TRIGGER plan_audited
  AFTER UPDATE ON saving_plan DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (
    (OLD.id, OLD.name, OLD.description, OLD.type, OLD.currency, OLD.daily_rate_ppb, OLD.duration_days, OLD.min_amount_micro,
      OLD.max_amount_micro, OLD.capacity_micro, OLD.is_active, OLD.deleted_at) IS DISTINCT FROM
    (NEW.id, NEW.name, NEW.description, NEW.type, NEW.currency, NEW.daily_rate_ppb, NEW.duration_days, NEW.min_amount_micro,
      NEW.max_amount_micro, NEW.capacity_micro, NEW.is_active, NEW.deleted_at)
  )
  EXECUTE FUNCTION require_audit();
DROP TRIGGER IF EXISTS trade_config_audited ON trade_config;
CREATE CONSTRAINT TRIGGER trade_config_audited
  AFTER INSERT OR UPDATE OR DELETE ON trade_config DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION require_audit();
