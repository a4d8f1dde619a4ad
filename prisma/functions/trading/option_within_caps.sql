-- Says whether what is open, and p_more on top of it, is within the caps.
-- Arguments: p_second is the second of expiry (Unix time); p_more and the caps are USDT in
--   micro-units, a null cap is none.
-- Returns: whether it is.
-- Raises: nothing.
-- Locks: none.
CREATE OR REPLACE FUNCTION option_within_caps(
  p_direction text,
  p_second bigint,
  p_more bigint,
  p_cap_second bigint,
  p_cap_direction bigint
)
  RETURNS boolean
  LANGUAGE plpgsql
AS $$
BEGIN
  RETURN (p_cap_direction IS NULL OR (
      SELECT sum(CASE p_direction WHEN 'up' THEN up_micro ELSE down_micro END) FROM option_exposure
    ) + p_more <= p_cap_direction)
    AND (p_cap_second IS NULL OR coalesce((
      SELECT sum(collateral_micro) FROM option_expiry_exposure WHERE expiry_second = p_second
    ), 0) + p_more <= p_cap_second);
END
$$;

ALTER FUNCTION option_within_caps(text, bigint, bigint, bigint, bigint) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION option_within_caps(text, bigint, bigint, bigint, bigint) FROM PUBLIC, app_runtime;
