-- Gives what one coin is worth in USDT now: 1 for USDT, else what the feed has recorded of it
-- within the last minute.
-- Arguments: p_expected_e8 is the rate that somebody decided by.
-- Returns: the rate in USDT times 10^8, whose it is, and of when.
-- Raises: RATE_UNAVAILABLE, PRICE_MOVED where it is off the expected one by more than 0.5%.
-- Locks: none.
CREATE OR REPLACE FUNCTION market_rate_now(
  p_currency text,
  p_expected_e8 bigint,
  OUT o_rate_e8 bigint,
  OUT o_source text,
  OUT o_at timestamptz
)
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  IF p_currency = 'USDT' THEN
    o_rate_e8 := 100000000;
    o_source := 'fixed';
    o_at := app_now();
  ELSE
    SELECT r.rate_e8, r.source || CASE WHEN r.simulated THEN ' (simulated)' ELSE '' END, r.at INTO o_rate_e8, o_source, o_at
    FROM market_rate r WHERE r.currency = p_currency AND r.at > app_now() - interval '1 minute';
  END IF;
  IF o_rate_e8 IS NULL THEN
    PERFORM ledger_raise('RATE_UNAVAILABLE');
  ELSIF (abs(o_rate_e8 - p_expected_e8)::numeric * 1000 <= p_expected_e8::numeric * 5) IS NOT TRUE THEN
    PERFORM ledger_raise('PRICE_MOVED');
  END IF;
END
$$;

ALTER FUNCTION market_rate_now(text, bigint) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION market_rate_now(text, bigint) FROM PUBLIC, app_runtime;
