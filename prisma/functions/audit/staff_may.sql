-- Says whether rights of staff hold a permission to act. An area stands for all permissions of its
-- objects, '*' for everything; lib/sessions/permission-rules.ts has the whole table.
-- Arguments: p_permissions is what a member of staff has; p_wanted the permission, or '*' for full
--   rights only.
-- Returns: whether they do.
-- Raises: nothing.
-- Locks: none.
CREATE OR REPLACE FUNCTION staff_may(p_permissions text[], p_wanted text)
  RETURNS boolean
  LANGUAGE sql IMMUTABLE
  SET search_path = public, pg_temp
AS $$
  SELECT p_permissions && ARRAY['*', p_wanted, CASE
    WHEN p_wanted ~ '^(overview|audit)[.]' THEN 'read'
    WHEN p_wanted ~ '^(users|staff)[.]' THEN 'users'
    WHEN p_wanted ~ '^chat[.]' THEN 'support'
    WHEN p_wanted ~ '^(notifications|contacts|documents)[.]' THEN 'content'
    WHEN p_wanted ~ '^(settings|market)[.]' THEN 'settings'
    WHEN p_wanted ~ '^(deposits|withdrawals|proofs|approvals|trades|runs|balances|wallets|savings|house|reports|reserves)[.]' THEN 'finance'
  END]
$$;

ALTER FUNCTION staff_may(text[], text) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION staff_may(text[], text) FROM PUBLIC, app_runtime;
