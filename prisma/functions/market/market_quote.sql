-- Gives the quote that money may move at: the newest recorded tick. Spot trades, strategy fills
-- and conversions of storage take their price from here and from nowhere else.
-- Returns: the tick's number and time, bid and ask in USDT times 10^8, and whether they are
--   simulated.
-- Raises: MARKET_STALE where there is no tick of the last 10 s, and while prices are contested;
--   MARKET_THIN where the newest rests on fewer exchanges than it must (site_rule).
-- Locks: none.
CREATE OR REPLACE FUNCTION market_quote(
  OUT o_tick_seq bigint,
  OUT o_at timestamptz,
  OUT o_bid_e8 bigint,
  OUT o_ask_e8 bigint,
  OUT o_simulated boolean
)
  LANGUAGE plpgsql STABLE
AS $$
BEGIN
  IF (SELECT h.source_count < s.min_sources FROM market_head h, site_rule s WHERE h.id = 1) THEN
    PERFORM ledger_raise('MARKET_THIN');
  END IF;
  SELECT h.seq, h.at, h.bid_e8, h.ask_e8, h.simulated INTO o_tick_seq, o_at, o_bid_e8, o_ask_e8, o_simulated
  FROM market_head h WHERE h.id = 1 AND NOT h.contested;
  IF o_at IS NULL OR o_at NOT BETWEEN app_now() - interval '10 seconds' AND app_now() THEN
    PERFORM ledger_raise('MARKET_STALE');
  END IF;
END
$$;

ALTER FUNCTION market_quote() OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION market_quote() FROM PUBLIC, app_runtime;
