-- One transaction of a chain is credited once, in whatever spelling it was given.
CREATE OR REPLACE FUNCTION transaction_key(p_hash text)
  RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT coalesce(substring(lower(p_hash) from '(?<![0-9a-f])([0-9a-f]{64})(?![0-9a-f])'),
    regexp_replace(lower(p_hash), '^0x', ''))
$$;
REINDEX INDEX deposit_transaction;
REINDEX INDEX withdrawal_transaction;

ALTER TABLE deposit ADD COLUMN repeats_transaction boolean NOT NULL DEFAULT false;
UPDATE deposit later SET repeats_transaction = true
WHERE later.status = 'completed' AND later.transaction_hash IS NOT NULL AND EXISTS (
  SELECT FROM deposit first WHERE first.status = 'completed' AND first.transaction_hash IS NOT NULL
    AND transaction_key(first.transaction_hash) = transaction_key(later.transaction_hash) AND first.number < later.number);

CREATE UNIQUE INDEX deposit_credited_transaction ON deposit (transaction_key(transaction_hash))
  WHERE status = 'completed' AND transaction_hash IS NOT NULL AND NOT repeats_transaction;
