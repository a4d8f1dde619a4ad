-- Keeps the position of a book over one trade: a buy adds what was received at all that it cost, a
-- sale takes its part (see spot_position_take).
-- Arguments: p_book is a user (their own trades) or a strategy run; micro-units.
-- Returns: the position before a sale and its cost, and the result of a sale (null where nothing
--   of it was bought).
-- Raises: nothing.
-- Locks: the book's row. The caller holds the accounts that the XAUT is on, which order the book.
CREATE OR REPLACE FUNCTION spot_position_trade(
  p_book uuid,
  p_side text,
  p_amount bigint,
  p_received bigint,
  OUT o_position bigint,
  OUT o_position_cost bigint,
  OUT o_pnl bigint
)
  LANGUAGE plpgsql
AS $$
BEGIN
  IF p_side = 'buy' THEN
    PERFORM spot_position_add(p_book, p_received, p_amount);
  ELSE
    SELECT t.o_position, t.o_position_cost, t.o_pnl INTO o_position, o_position_cost, o_pnl
    FROM spot_position_take(p_book, p_amount, p_received) t;
  END IF;
END
$$;

ALTER FUNCTION spot_position_trade(uuid, text, bigint, bigint) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION spot_position_trade(uuid, text, bigint, bigint) FROM PUBLIC, app_runtime;
