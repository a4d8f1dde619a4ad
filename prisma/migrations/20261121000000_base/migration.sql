-- Roles. They belong to the whole cluster, so a second database in it finds them already there.
DO $$
BEGIN
  BEGIN
    CREATE ROLE ledger_owner NOLOGIN;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
  END;
  BEGIN
    CREATE ROLE app_runtime NOLOGIN;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
  END;
END
$$;

-- A migrating user that is no superuser must be a member of a role to hand it objects.
DO $$
BEGIN
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('GRANT ledger_owner, app_runtime TO %I', current_user);
  END IF;
END
$$;

GRANT USAGE ON SCHEMA public TO app_runtime, ledger_owner;
GRANT CREATE ON SCHEMA public TO ledger_owner;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;

-- The one clock of every money rule. Tests replace this function to move time.
CREATE FUNCTION app_now() RETURNS timestamptz
  LANGUAGE sql VOLATILE PARALLEL SAFE
  AS $$ SELECT clock_timestamp() $$;

-- Time-ordered random ids (RFC 9562, version 7), for servers older than PostgreSQL 18 too.
CREATE FUNCTION uuid_v7() RETURNS uuid
  LANGUAGE plpgsql VOLATILE PARALLEL SAFE
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
DO $$
BEGIN
  IF to_regprocedure('pg_catalog.uuidv7()') IS NOT NULL THEN
    CREATE OR REPLACE FUNCTION uuid_v7() RETURNS uuid
      LANGUAGE sql VOLATILE PARALLEL SAFE
      AS 'SELECT pg_catalog.uuidv7()';
  END IF;
END
$$;
