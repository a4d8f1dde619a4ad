-- Gives the house of a demo the play money that it starts with, from outside: once, and only in a
-- ledger that nothing was ever posted to. A site with real money refuses to start on it.
-- Returns: whether it did.
-- Raises: those of ledger_begin and ledger_apply.
-- Locks: the journal's key, then the accounts, line by line.
CREATE OR REPLACE FUNCTION house_demo_funds()
  RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
DECLARE
  v_journal bigint;
BEGIN
  IF EXISTS (SELECT FROM ledger_journal) THEN
    RETURN false;
  END IF;
  v_journal := ledger_begin('house_funding', 'seed:demo-house-funds', sha256('demo'), NULL);
  IF v_journal IS NULL THEN
    RETURN false;
  END IF;
  PERFORM ledger_apply(v_journal, (row_number() OVER (ORDER BY a.id DESC))::integer, CASE a.currency WHEN 'USDT' THEN -1 ELSE -2 END, a.id,
    f.units::bigint * 1000000 / count(*) OVER (PARTITION BY a.kind, a.currency), NULL, NULL, false)
  FROM (VALUES ('treasury', 'USDT', 100000000), ('treasury', 'XAUT', 25000), ('option_pool', 'USDT', 10000000),
    ('inventory', 'USDT', 10000000), ('inventory', 'XAUT', 5000), ('interest', 'USDT', 10000000), ('interest', 'XAUT', 2500),
    ('referral', 'USDT', 500000)) AS f (kind, currency, units)
  JOIN ledger_account a ON a.owner_id IS NULL AND a.kind = f.kind AND a.currency = f.currency;
  RETURN true;
END
$$;

ALTER FUNCTION house_demo_funds() OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION house_demo_funds() FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION house_demo_funds() TO app_runtime;
