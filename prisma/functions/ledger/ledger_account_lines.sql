-- Lists every line of a user's accounts, newest first, after a position: a move between two of them
-- is a line of each, so the lines of each account add up to its balance. Escrow, which has no row a
-- user, gets its lines from the options: the stake in when one opens and out when it ends.
-- Arguments: p_at, p_journal, p_place and p_id are the position (not included), p_limit the most
--   lines; a null filter lets everything through; p_to is not included.
-- Returns: amounts and balances in micro-units, what left is negative; the balance of escrow is
--   null. A line of escrow has no journal here (0): its id is the trade's.
-- Raises: nothing.
-- Locks: none.
-- One plan for all calls: every side of every account is an index of each month's partition, so
-- planning takes longer than reading, and the larger the ledger the more likely each call was
-- planned anew.
CREATE OR REPLACE FUNCTION ledger_account_lines(
  p_user uuid,
  p_at timestamptz,
  p_journal bigint,
  p_place integer,
  p_id uuid,
  p_limit integer,
  p_types text[],
  p_from timestamptz,
  p_to timestamptz
)
  RETURNS TABLE (
    o_at timestamptz,
    o_journal bigint,
    o_place integer,
    o_id uuid,
    o_type text,
    o_account_kind text,
    o_other_kind text,
    o_currency text,
    o_amount_micro bigint,
    o_balance_after_micro bigint,
    o_reference_type text,
    o_reference_id uuid
  )
  LANGUAGE plpgsql STABLE
  SET plan_cache_mode = force_generic_plan
  SET enable_seqscan = off
AS $$
DECLARE
  c_no_id CONSTANT uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
  p_from := coalesce(p_from, '-infinity');
  p_to := coalesce(p_to, 'infinity');
  RETURN QUERY SELECT every.* FROM (
    SELECT line.* FROM ledger_account a CROSS JOIN LATERAL (
      SELECT t.at, t.journal_id AS journal, t.line * 2 AS place, c_no_id AS id, j.kind, a.kind AS account_kind,
        CASE WHEN opposite.owner_id = a.owner_id OR opposite.id = -8 THEN opposite.kind END, t.currency,
        -t.amount_micro, t.debit_balance_micro, t.reference_type, t.reference_id
      FROM ledger_transfer t JOIN ledger_journal j ON j.id = t.journal_id
      JOIN ledger_account opposite ON opposite.id = t.credit_account_id
      WHERE t.debit_account_id = a.id AND t.debit_seq IS NOT NULL
        AND t.at <= p_at AND (t.at, t.journal_id, t.line * 2) < (p_at, p_journal, p_place)
        AND t.at >= p_from AND t.at < p_to
        AND (p_types IS NULL OR j.kind = ANY (p_types))
      ORDER BY t.debit_seq DESC LIMIT p_limit
    ) line WHERE a.owner_id = p_user
    UNION ALL
    SELECT line.* FROM ledger_account a CROSS JOIN LATERAL (
      SELECT t.at, t.journal_id, t.line * 2 + 1, c_no_id, j.kind, a.kind,
        CASE WHEN opposite.owner_id = a.owner_id OR opposite.id = -8 THEN opposite.kind END, t.currency,
        t.amount_micro, t.credit_balance_micro, t.reference_type, t.reference_id
      FROM ledger_transfer t JOIN ledger_journal j ON j.id = t.journal_id
      JOIN ledger_account opposite ON opposite.id = t.debit_account_id
      WHERE t.credit_account_id = a.id AND t.credit_seq IS NOT NULL
        AND t.at <= p_at AND (t.at, t.journal_id, t.line * 2 + 1) < (p_at, p_journal, p_place)
        AND t.at >= p_from AND t.at < p_to
        AND (p_types IS NULL OR j.kind = ANY (p_types))
      ORDER BY t.credit_seq DESC LIMIT p_limit
    ) line WHERE a.owner_id = p_user
    UNION ALL
    SELECT * FROM (
      SELECT d.opened_at, 0::bigint, 1, d.id, 'option_open', 'escrow', 'available', 'USDT', d.amount_micro, NULL::bigint, 'trade', d.id
      FROM trade d
      WHERE d.user_id = p_user AND d.type = 'option'
        AND d.opened_at <= p_at AND (d.opened_at, 0, 1, d.id) < (p_at, p_journal, p_place, p_id)
        AND d.opened_at >= p_from AND d.opened_at < p_to
        AND (p_types IS NULL OR 'option_open' = ANY (p_types))
      ORDER BY d.opened_at DESC, d.id DESC LIMIT p_limit
    ) AS opened
    UNION ALL
    SELECT * FROM (
      SELECT d.settled_at, 0::bigint, 0, d.id, 'option_settle', 'escrow', CASE WHEN d.payout_micro > 0 THEN 'available' END, 'USDT',
        -d.amount_micro, NULL::bigint, 'trade', d.id
      FROM trade d
      WHERE d.user_id = p_user AND d.type = 'option' AND d.settled_at IS NOT NULL
        AND d.settled_at <= p_at AND (d.settled_at, 0, 0, d.id) < (p_at, p_journal, p_place, p_id)
        AND d.settled_at >= p_from AND d.settled_at < p_to
        AND (p_types IS NULL OR 'option_settle' = ANY (p_types))
      ORDER BY d.settled_at DESC, d.id DESC LIMIT p_limit
    ) AS settled
  ) AS every
  ORDER BY every.at DESC, every.journal DESC, every.place DESC, every.id DESC LIMIT p_limit;
END
$$;
