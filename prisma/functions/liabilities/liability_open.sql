-- Gives users without one the number and the site's part of the secret by which they find their
-- balance in the published trees.
-- Arguments: p_user is one user, or null for all.
-- Returns: nothing.
-- Raises: nothing.
-- Locks: none.
CREATE OR REPLACE FUNCTION liability_open(p_user uuid)
  RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
BEGIN
  -- Of each 128 random bits six are fixed, the 13th and the 17th digit's: the number leaves them out, and is not negative.
  INSERT INTO liability_account (user_id, number, server_part)
  SELECT u.id, ('x' || left(u.digits, 12) || right(u.digits, 4))::bit(64)::bigint & 9223372036854775807,
    sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
  FROM (
    SELECT a.id, replace(gen_random_uuid()::text, '-', '') AS digits FROM app_user a
    WHERE (p_user IS NULL OR a.id = p_user) AND NOT EXISTS (SELECT FROM liability_account l WHERE l.user_id = a.id)
  ) AS u
  ON CONFLICT DO NOTHING;
END
$$;

ALTER FUNCTION liability_open(uuid) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION liability_open(uuid) FROM PUBLIC, app_runtime;
