-- The history of version 0.3, kept while a site is upgraded; ledger_account_lines is in its place.
-- Lists a user's movements, newest first, after a position. A move between two of the user's
-- accounts is one line, seen from 'available' where that is one of them, so that those lines add
-- up to its balance, else from the account it left.
-- Arguments: p_at, p_journal and p_line are the position (not included), p_limit the most lines;
--   a null filter lets everything through; p_to is not included.
-- Returns: one row a movement; amounts and balances in micro-units, what left is negative.
-- Raises: nothing.
-- Locks: none.
-- One plan for all calls: every side of every account is an index of each month's partition, so
-- planning takes longer than reading, and the larger the ledger the more likely each call was
-- planned anew.
CREATE OR REPLACE FUNCTION ledger_user_transfers(
  p_user uuid,
  p_at timestamptz,
  p_journal bigint,
  p_line integer,
  p_limit integer,
  p_types text[],
  p_from timestamptz,
  p_to timestamptz
)
  RETURNS TABLE (
    o_at timestamptz,
    o_journal bigint,
    o_line integer,
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
  v_own bigint[];
  v_available bigint[];
BEGIN
  SELECT array_agg(a.id), array_agg(a.id) FILTER (WHERE a.kind = 'available') INTO v_own, v_available
  FROM ledger_account a WHERE a.owner_id = p_user;
  RETURN QUERY SELECT both_sides.* FROM (
    SELECT line.* FROM ledger_account a CROSS JOIN LATERAL (
      SELECT t.at, t.journal_id, t.line, j.kind, a.kind AS account_kind,
        CASE WHEN opposite.owner_id = a.owner_id THEN opposite.kind END, t.currency,
        -t.amount_micro, t.debit_balance_micro, t.reference_type, t.reference_id
      FROM ledger_transfer t JOIN ledger_journal j ON j.id = t.journal_id
      JOIN ledger_account opposite ON opposite.id = t.credit_account_id
      WHERE t.debit_account_id = a.id AND t.debit_seq IS NOT NULL
        AND t.at <= p_at AND (t.at, t.journal_id, t.line) < (p_at, p_journal, p_line)
        AND t.at >= coalesce(p_from, '-infinity') AND t.at < coalesce(p_to, 'infinity')
        AND (p_types IS NULL OR j.kind = ANY (p_types))
        -- By id: lines that are left out are so before anything is joined to them.
        AND t.credit_account_id <> ALL (v_available)
      ORDER BY t.debit_seq DESC LIMIT p_limit
    ) line WHERE a.owner_id = p_user
    UNION ALL
    SELECT line.* FROM ledger_account a CROSS JOIN LATERAL (
      SELECT t.at, t.journal_id, t.line, j.kind, a.kind,
        CASE WHEN opposite.owner_id = a.owner_id THEN opposite.kind END, t.currency,
        t.amount_micro, t.credit_balance_micro, t.reference_type, t.reference_id
      FROM ledger_transfer t JOIN ledger_journal j ON j.id = t.journal_id
      JOIN ledger_account opposite ON opposite.id = t.debit_account_id
      WHERE t.credit_account_id = a.id AND t.credit_seq IS NOT NULL
        AND t.at <= p_at AND (t.at, t.journal_id, t.line) < (p_at, p_journal, p_line)
        AND t.at >= coalesce(p_from, '-infinity') AND t.at < coalesce(p_to, 'infinity')
        AND (p_types IS NULL OR j.kind = ANY (p_types))
        AND (a.kind = 'available' OR t.debit_account_id <> ALL (v_own))
      ORDER BY t.credit_seq DESC LIMIT p_limit
    ) line WHERE a.owner_id = p_user
  ) both_sides
  ORDER BY both_sides.at DESC, both_sides.journal_id DESC, both_sides.line DESC LIMIT p_limit;
END
$$;
