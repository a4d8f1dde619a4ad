-- The most days whose interest p_reserved covers: exact interest of half a unit more still rounds down to an
-- even reserve. The rate must not be zero.
CREATE OR REPLACE FUNCTION saving_funded_days(
  p_principal bigint,
  p_rate_ppb bigint,
  p_reserved bigint
)
  RETURNS integer
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT least(div((p_reserved::numeric * 2 + 1) * 1000000000 - p_reserved % 2, p_principal::numeric * p_rate_ppb * 2), 1000000)::integer $$;

ALTER FUNCTION saving_funded_days(bigint, bigint, bigint) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION saving_funded_days(bigint, bigint, bigint) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION saving_funded_days(bigint, bigint, bigint) TO app_runtime;
