-- Adds XAUT with a known cost to a book's position.
-- Arguments: p_book is a user (their own trades) or a strategy run; micro-units.
-- Returns: nothing.
-- Raises: nothing.
-- Locks: the book's row. The caller holds the accounts that the XAUT is on, which order the book.
CREATE OR REPLACE FUNCTION spot_position_add(p_book uuid, p_quantity bigint, p_cost bigint)
  RETURNS void
  LANGUAGE sql
AS $$
  INSERT INTO spot_position AS s (book_id, quantity_micro, cost_micro) VALUES (p_book, p_quantity, p_cost)
  ON CONFLICT (book_id) DO UPDATE SET
    quantity_micro = s.quantity_micro + excluded.quantity_micro, cost_micro = s.cost_micro + excluded.cost_micro
$$;

ALTER FUNCTION spot_position_add(uuid, bigint, bigint) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION spot_position_add(uuid, bigint, bigint) FROM PUBLIC, app_runtime;
