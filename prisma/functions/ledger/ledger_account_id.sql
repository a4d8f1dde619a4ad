-- Finds a user's account, or a shard of an account of the house.
-- Arguments: p_owner is the user, null for the house; p_shard is 0 to 15, for the house only.
-- Returns: the account's id.
-- Raises: LEDGER_ACCOUNT_MISSING.
-- Locks: none.
CREATE OR REPLACE FUNCTION ledger_account_id(
  p_owner uuid,
  p_kind text,
  p_currency text,
  p_shard integer DEFAULT 0
)
  RETURNS bigint
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  v_id bigint;
BEGIN
  IF p_owner IS NULL THEN
    SELECT id INTO v_id FROM ledger_account
    WHERE owner_id IS NULL AND kind = p_kind AND currency = p_currency AND shard = p_shard;
  ELSE
    SELECT id INTO v_id FROM ledger_account
    WHERE owner_id = p_owner AND kind = p_kind AND currency = p_currency AND shard = 0;
  END IF;
  IF v_id IS NULL THEN
    PERFORM ledger_raise('LEDGER_ACCOUNT_MISSING');
  END IF;
  RETURN v_id;
END
$$;

ALTER FUNCTION ledger_account_id(uuid, text, text, integer) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION ledger_account_id(uuid, text, text, integer) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION ledger_account_id(uuid, text, text, integer) TO app_runtime;
