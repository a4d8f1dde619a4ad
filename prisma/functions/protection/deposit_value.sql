-- Gives what a deposited amount is worth by the newest recorded rate, however old: it is compared
-- with a limit, and nothing is booked at it.
-- Arguments: p_amount_e8 is 10^-8 of the coin.
-- Returns: micro-units of USDT, rounded up; null where no rate was ever recorded.
-- Raises: nothing.
-- Locks: none.
CREATE OR REPLACE FUNCTION deposit_value(p_currency text, p_amount_e8 bigint)
  RETURNS bigint
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  RETURN mul_div_up(p_amount_e8, CASE p_currency
    WHEN 'USDT' THEN 100000000
    WHEN 'XAUT' THEN (SELECT h.bid_e8 FROM market_head h WHERE h.id = 1)
    ELSE (SELECT r.rate_e8 FROM market_rate r WHERE r.currency = p_currency) END, 10000000000);
END
$$;

ALTER FUNCTION deposit_value(text, bigint) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION deposit_value(text, bigint) FROM PUBLIC, app_runtime;
