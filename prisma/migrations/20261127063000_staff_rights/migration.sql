-- Rights, settings, deposit addresses, plans and limits change with an audit entry in their transaction only
-- (require_audit). A setting is stored or changed, never removed. docs/decisions/database-roles.md
REVOKE DELETE ON setting FROM app_runtime;
