-- Takes XAUT out of a book's position. What was bought goes first, at its average cost (half to
-- even; the last unit takes all that is left). What came otherwise has no cost that is known and
-- is no part of the result.
-- Arguments: p_book is a user (their own trades) or a strategy run; p_amount is XAUT, p_received
--   the USDT that it brought, or null where it was not sold; micro-units.
-- Returns: the position before, what leaves of it with its cost, and the result of a sale, null
--   where nothing of it was bought.
-- Raises: nothing.
-- Locks: the book's row. The caller holds the accounts that the XAUT is on, which order the book.
CREATE OR REPLACE FUNCTION spot_position_take(
  p_book uuid,
  p_amount bigint,
  p_received bigint,
  OUT o_position bigint,
  OUT o_position_cost bigint,
  OUT o_quantity bigint,
  OUT o_cost bigint,
  OUT o_pnl bigint
)
  LANGUAGE plpgsql
AS $$
BEGIN
  SELECT s.quantity_micro, s.cost_micro INTO o_position, o_position_cost FROM spot_position s WHERE s.book_id = p_book;
  o_position := coalesce(o_position, 0);
  o_position_cost := coalesce(o_position_cost, 0);
  o_quantity := least(p_amount, o_position);
  o_cost := CASE WHEN o_quantity > 0 THEN mul_div_half_even(o_position_cost, o_quantity, o_position) ELSE 0 END;
  IF o_quantity > 0 THEN
    o_pnl := mul_div_half_even(p_received, o_quantity, p_amount) - o_cost;
    UPDATE spot_position s SET quantity_micro = s.quantity_micro - o_quantity, cost_micro = s.cost_micro - o_cost,
      realised_micro = s.realised_micro + coalesce(o_pnl, 0)
    WHERE s.book_id = p_book;
  END IF;
END
$$;

ALTER FUNCTION spot_position_take(uuid, bigint, bigint) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION spot_position_take(uuid, bigint, bigint) FROM PUBLIC, app_runtime;
