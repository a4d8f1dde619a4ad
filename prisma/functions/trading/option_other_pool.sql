-- Finds where collateral comes from when the preferred shard is short: one that has it, or
-- several gathered into one, so that an option is refused only when the whole pool is short.
-- Arguments: p_collateral is USDT in micro-units.
-- Returns: the account, locked, or null when the pool is short.
-- Raises: those of spot_take_inventory.
-- Locks: those of spot_take_inventory, on the option pool.
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
