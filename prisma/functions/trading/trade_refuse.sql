-- Refuses a change of a trade that no function of the database made.
-- Returns: nothing: it always raises.
-- Raises: insufficient_privilege (42501).
-- Locks: none.
CREATE OR REPLACE FUNCTION trade_refuse()
  RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  RAISE EXCEPTION 'trades change through database functions only, and an outcome is final'
    USING ERRCODE = 'insufficient_privilege';
END
$$;

ALTER FUNCTION trade_refuse() OWNER TO ledger_owner;
