-- Raises an error that the application's error table knows by its code.
-- Arguments: p_code is the code, for example INSUFFICIENT_BALANCE.
-- Returns: nothing: it always raises.
-- Raises: p_code as the message, SQLSTATE XA001.
-- Locks: none.
CREATE OR REPLACE FUNCTION ledger_raise(p_code text)
  RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'XA001', MESSAGE = p_code;
END
$$;

ALTER FUNCTION ledger_raise(text) OWNER TO ledger_owner;
