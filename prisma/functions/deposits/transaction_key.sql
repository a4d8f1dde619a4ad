-- Names the chain's transaction that a hash stands for, for comparison: the run of 64 hexadecimal
-- digits in it, whatever is written around it. Hashes without one, kept from before that was asked
-- for, are compared as they are, whatever their case and a leading 0x.
-- Arguments: p_hash is the hash as given.
-- Returns: the hash in lower case, without 0x.
-- Raises: nothing.
-- Locks: none.
CREATE OR REPLACE FUNCTION transaction_key(p_hash text)
  RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT coalesce(substring(lower(p_hash) from '(?<![0-9a-f])([0-9a-f]{64})(?![0-9a-f])'),
    regexp_replace(lower(p_hash), '^0x', ''))
$$;
