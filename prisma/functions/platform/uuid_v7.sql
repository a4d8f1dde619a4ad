-- Makes a random id that sorts by time (RFC 9562, version 7), on servers older than PostgreSQL
-- 18 too.
-- Returns: the id, with the server's own time in milliseconds in its first 48 bits.
-- Raises: nothing.
-- Locks: none.
CREATE OR REPLACE FUNCTION uuid_v7()
  RETURNS uuid
  LANGUAGE plpgsql PARALLEL SAFE
AS $$
DECLARE
  ms bigint := floor(extract(epoch FROM clock_timestamp()) * 1000);
  bytes bytea := uuid_send(gen_random_uuid());
BEGIN
  bytes := overlay(bytes PLACING substring(int8send(ms) FROM 3) FROM 1 FOR 6);
  bytes := set_byte(bytes, 6, (get_byte(bytes, 6) & 15) | 112);
  RETURN encode(bytes, 'hex')::uuid;
END
$$;

-- The built-in one is several times faster where it exists.
DO $do$
BEGIN
  IF to_regprocedure('pg_catalog.uuidv7()') IS NOT NULL THEN
    CREATE OR REPLACE FUNCTION uuid_v7() RETURNS uuid
      LANGUAGE sql PARALLEL SAFE
      AS 'SELECT pg_catalog.uuidv7()';
  END IF;
END
$do$;

GRANT EXECUTE ON FUNCTION uuid_v7() TO app_runtime, ledger_owner;
