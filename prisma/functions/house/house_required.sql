-- Says how much an account of the house must keep for what the house already owes out of it.
-- Collateral of open options and interest of running terms need nothing here: they are in escrow
-- and in the interest reserve, which no transfer touches.
-- Arguments: p_kind and p_currency name the account.
-- Returns: micro-units: for 'interest' what flexible savings wait for, for 'referral' the
--   commissions that are not paid yet (one without a rate counts with its whole fee), else 0.
-- Raises: nothing.
-- Locks: none.
CREATE OR REPLACE FUNCTION house_required(p_kind text, p_currency text)
  RETURNS bigint
  LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
BEGIN
  IF p_kind = 'interest' THEN
    -- Days of flexible savings that wait for money, and the coming ones that are not set aside.
    RETURN (SELECT coalesce(sum(greatest(saving_interest(r.principal_micro, r.daily_rate_ppb,
        greatest(floor(extract(epoch FROM app_now() - r.starts_at) / 86400), 0)::integer + saving_horizon_days()) - r.reserved_micro, 0)), 0)::bigint
      FROM saving_record r WHERE r.funding_short_at IS NOT NULL AND r.currency = p_currency);
  ELSIF p_kind = 'referral' THEN
    -- Commissions earned and not paid yet; one that the job has not seen yet counts with its whole fee.
    RETURN (SELECT coalesce(sum(referral_commission(d.fee_micro, coalesce(d.rate_ppm, 1000000))), 0)::bigint FROM referral_due d);
  END IF;
  RETURN 0;
END
$$;

ALTER FUNCTION house_required(text, text) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION house_required(text, text) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION house_required(text, text) TO app_runtime;
