-- Gives the tick that something accepted at a moment is entered or filled at: the first one whose
-- price nobody knew then, nor before the delay was over, and that is not contested. None where
-- there was no such tick within 10 s after the delay. Plain SQL, so that it becomes part of the
-- query that calls it. A price is known no later than its tick, so the bounds of the tick's time
-- leave out nothing: they are there for the index.
-- Arguments: p_accepted_at is the moment; p_delay_ms milliseconds, null as 0.
-- Returns: a row, or none.
-- Raises: nothing.
-- Locks: none.
CREATE OR REPLACE FUNCTION market_first_usable(p_accepted_at timestamptz, p_delay_ms integer)
  RETURNS TABLE (seq bigint, at timestamptz, price_e8 bigint, bid_e8 bigint, ask_e8 bigint, simulated boolean)
  LANGUAGE sql STABLE
AS $$
  SELECT m.seq, m.at, m.price_e8, m.bid_e8, m.ask_e8, m.simulated FROM market_tick m
  WHERE m.at > p_accepted_at AND m.at >= p_accepted_at + coalesce(p_delay_ms, 0) * interval '1 millisecond'
    AND m.at <= p_accepted_at + coalesce(p_delay_ms, 0) * interval '1 millisecond' + interval '10 seconds'
    AND coalesce(m.known_at, m.at) > p_accepted_at
    AND coalesce(m.known_at, m.at) >= p_accepted_at + coalesce(p_delay_ms, 0) * interval '1 millisecond'
    AND NOT m.contested
  ORDER BY m.at LIMIT 1
$$;

ALTER FUNCTION market_first_usable(timestamptz, integer) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION market_first_usable(timestamptz, integer) FROM PUBLIC, app_runtime;
