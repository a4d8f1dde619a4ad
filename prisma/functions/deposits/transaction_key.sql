-- A transaction hash is any text that somebody gives, and refused for nobody else's sake: staff are warned
-- where it stands in several requests. Case and a leading "0x" don't make another one.
CREATE OR REPLACE FUNCTION transaction_key(p_hash text)
  RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT regexp_replace(lower(p_hash), '^0x', '')
$$;
