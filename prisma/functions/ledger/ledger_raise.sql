CREATE OR REPLACE FUNCTION ledger_raise(p_code text)
  RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'XA001', MESSAGE = p_code;
END
$$;

ALTER FUNCTION ledger_raise(text) OWNER TO ledger_owner;
