-- Takes the part that somebody's browser made up of the secret by which they find their balance in
-- the published trees. The first one stays for ever.
-- Arguments: p_part is 32 bytes.
-- Returns: the account's number, both parts, and the first run that counts with them.
-- Raises: check_violation (23514) for another length.
-- Locks: the advisory lock "liab" in ASCII, shared, until the transaction ends: a run begins before
--   or after it. Then the row.
CREATE OR REPLACE FUNCTION liability_part(p_user uuid, p_part bytea)
  RETURNS TABLE (o_number bigint, o_server_part bytea, o_browser_part bytea, o_part_from bigint)
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
BEGIN
  PERFORM liability_open(p_user);
  PERFORM pg_advisory_xact_lock_shared(1818845538);
  UPDATE liability_account l SET browser_part = p_part,
    part_from = (SELECT coalesce(max(r.id), 0) + 1 FROM liability_run r)
  WHERE l.user_id = p_user AND l.browser_part IS NULL;
  RETURN QUERY SELECT l.number, l.server_part, l.browser_part, l.part_from FROM liability_account l WHERE l.user_id = p_user;
END
$$;

ALTER FUNCTION liability_part(uuid, bytea) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION liability_part(uuid, bytea) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION liability_part(uuid, bytea) TO app_runtime;
