-- Gives what the records of people are salted by in the public log, and makes it up for those who
-- have none yet.
-- Arguments: p_users are the people.
-- Returns: a row each, 32 bytes.
-- Raises: nothing.
-- Locks: none.
CREATE OR REPLACE FUNCTION log_salts(p_users uuid[])
  RETURNS TABLE (o_user_id uuid, o_salt bytea)
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
BEGIN
  -- 244 bits by chance: six of each 128 are fixed.
  INSERT INTO log_salt (user_id, salt)
  SELECT u.id, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) FROM unnest(p_users) AS u (id)
  WHERE NOT EXISTS (SELECT FROM log_salt s WHERE s.user_id = u.id) ORDER BY u.id
  ON CONFLICT DO NOTHING;
  RETURN QUERY SELECT s.user_id, s.salt FROM log_salt s WHERE s.user_id = ANY (p_users);
END
$$;

ALTER FUNCTION log_salts(uuid[]) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION log_salts(uuid[]) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION log_salts(uuid[]) TO app_runtime;
