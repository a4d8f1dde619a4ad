-- Normalises a transaction hash for comparison: case and a leading 0x make no other one. It is
-- any text that somebody gives, and refused for nobody else's sake: staff are warned where it
-- stands in several requests.
-- Arguments: p_hash is the hash as given.
-- Returns: the hash in lower case, without 0x.
-- Raises: nothing.
-- Locks: none.
CREATE OR REPLACE FUNCTION transaction_key(p_hash text)
  RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT regexp_replace(lower(p_hash), '^0x', '')
$$;
