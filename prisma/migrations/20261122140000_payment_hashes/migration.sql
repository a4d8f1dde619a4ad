-- A transaction hash is any text that somebody gives, and refused for nobody else's sake: staff are warned
-- where it stands in several requests. Case and a leading "0x" don't make another one.
CREATE FUNCTION transaction_key(p_hash text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$
  SELECT regexp_replace(lower(p_hash), '^0x', '')
$$;

-- Requests with one hash, those that moved money first: of many, staff are told of these.
DROP INDEX deposit_transaction_once;
DROP INDEX deposit_transaction_search;
CREATE INDEX deposit_transaction ON deposit (transaction_key(transaction_hash), (status <> 'completed'), number DESC)
  WHERE transaction_hash IS NOT NULL;
DROP INDEX withdrawal_transaction_once;
CREATE INDEX withdrawal_transaction ON withdrawal (transaction_key(transaction_hash), (status <> 'completed'), number DESC)
  WHERE transaction_hash IS NOT NULL;
