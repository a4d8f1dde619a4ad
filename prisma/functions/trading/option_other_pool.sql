-- Where collateral comes from when the preferred shard is short: from one that has it, or gathered from
-- several, so that an option is refused only when the whole pool is short. Returns the account, locked, or null.
CREATE OR REPLACE FUNCTION option_other_pool(p_collateral bigint)
  RETURNS bigint
  LANGUAGE plpgsql
AS $$
BEGIN
  -- Transfers between shards keep the sum, so no lock is needed to see that it is too small.
  IF (SELECT sum(balance_micro) FROM ledger_account WHERE id BETWEEN -115 AND -100) < p_collateral THEN
    RETURN NULL;
  END IF;
  RETURN spot_take_inventory(-100, p_collateral);
END
$$;

ALTER FUNCTION option_other_pool(bigint) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION option_other_pool(bigint) FROM PUBLIC, app_runtime;
