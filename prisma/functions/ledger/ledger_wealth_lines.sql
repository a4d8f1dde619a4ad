-- Lists what changed a user's wealth, newest first, after a position: one row an event. Wealth is
-- all that the user's accounts hold, with the stakes of open options, so a move between own
-- accounts is no row, and an option is one when it ends. The lines of a journal that have one
-- reference are one event, of the moment and at the place of its first line; they stand within 100
-- lines.
-- Arguments: p_at, p_journal, p_line and p_id are the position (not included), p_limit the most
--   rows, null for all; a null filter lets everything through; p_to is not included.
-- Returns: what each currency changed by and the fee inside it, in micro-units; what left is
--   negative. An option has no journal here (0): its id is the trade's.
-- Raises: nothing.
-- Locks: none.
CREATE OR REPLACE FUNCTION ledger_wealth_lines(
  p_user uuid,
  p_at timestamptz,
  p_journal bigint,
  p_line integer,
  p_id uuid,
  p_limit integer,
  p_types text[],
  p_from timestamptz,
  p_to timestamptz
)
  RETURNS TABLE (
    o_at timestamptz,
    o_journal bigint,
    o_line integer,
    o_id uuid,
    o_type text,
    o_usdt_micro bigint,
    o_xaut_micro bigint,
    o_usdt_fee_micro bigint,
    o_xaut_fee_micro bigint,
    o_reference_type text,
    o_reference_id uuid
  )
  LANGUAGE plpgsql STABLE
  SET plan_cache_mode = force_generic_plan
  SET enable_seqscan = off
AS $$
DECLARE
  c_no_id CONSTANT uuid := '00000000-0000-0000-0000-000000000000';
  v_own bigint[];
BEGIN
  SELECT array_agg(a.id) INTO v_own FROM ledger_account a WHERE a.owner_id = p_user;
  p_from := coalesce(p_from, '-infinity');
  p_to := coalesce(p_to, 'infinity');
  RETURN QUERY WITH page AS MATERIALIZED (
    SELECT every.* FROM (
      SELECT line.* FROM ledger_account a CROSS JOIN LATERAL (
        SELECT t.at, t.journal_id AS journal, t.line, c_no_id AS id, j.kind, 0::bigint AS result, t.reference_type, t.reference_id
        FROM ledger_transfer t JOIN ledger_journal j ON j.id = t.journal_id
        WHERE t.debit_account_id = a.id AND t.debit_account_id > 0 AND t.credit_account_id < 0 AND t.credit_account_id <> -8
          AND t.at <= p_at AND (t.at, t.journal_id, t.line) < (p_at, p_journal, p_line)
          AND t.at >= p_from AND t.at < p_to
          AND (p_types IS NULL OR j.kind = ANY (p_types))
          AND NOT EXISTS (SELECT FROM ledger_transfer e
            WHERE e.journal_id = t.journal_id AND e.line BETWEEN t.line - 99 AND t.line - 1
              AND e.at BETWEEN t.at - interval '1 hour' AND t.at + interval '1 hour'
              AND e.reference_id IS NOT DISTINCT FROM t.reference_id
              AND ((e.debit_account_id = ANY (v_own) AND e.credit_account_id < 0) OR (e.credit_account_id = ANY (v_own) AND e.debit_account_id < 0)))
        ORDER BY t.at DESC, t.journal_id DESC, t.line DESC LIMIT p_limit
      ) line WHERE a.owner_id = p_user
      UNION ALL
      SELECT line.* FROM ledger_account a CROSS JOIN LATERAL (
        SELECT t.at, t.journal_id, t.line, c_no_id, j.kind, 0::bigint, t.reference_type, t.reference_id
        FROM ledger_transfer t JOIN ledger_journal j ON j.id = t.journal_id
        WHERE t.credit_account_id = a.id AND t.credit_account_id > 0 AND t.debit_account_id < 0 AND t.debit_account_id <> -8
          AND t.at <= p_at AND (t.at, t.journal_id, t.line) < (p_at, p_journal, p_line)
          AND t.at >= p_from AND t.at < p_to
          AND (p_types IS NULL OR j.kind = ANY (p_types))
          AND NOT EXISTS (SELECT FROM ledger_transfer e
            WHERE e.journal_id = t.journal_id AND e.line BETWEEN t.line - 99 AND t.line - 1
              AND e.at BETWEEN t.at - interval '1 hour' AND t.at + interval '1 hour'
              AND e.reference_id IS NOT DISTINCT FROM t.reference_id
              AND ((e.debit_account_id = ANY (v_own) AND e.credit_account_id < 0) OR (e.credit_account_id = ANY (v_own) AND e.debit_account_id < 0)))
        ORDER BY t.at DESC, t.journal_id DESC, t.line DESC LIMIT p_limit
      ) line WHERE a.owner_id = p_user
      UNION ALL
      SELECT * FROM (
        SELECT d.settled_at, 0::bigint, 0, d.id, 'option_settle', d.pnl_micro, 'trade', d.id FROM trade d
        WHERE d.user_id = p_user AND d.type = 'option' AND d.settled_at IS NOT NULL AND d.pnl_micro <> 0
          AND d.settled_at <= p_at AND (d.settled_at, 0, 0, d.id) < (p_at, p_journal, p_line, p_id)
          AND d.settled_at >= p_from AND d.settled_at < p_to
          AND (p_types IS NULL OR 'option_settle' = ANY (p_types))
        ORDER BY d.settled_at DESC, d.id DESC LIMIT p_limit
      ) AS options
    ) AS every
    ORDER BY every.at DESC, every.journal DESC, every.line DESC, every.id DESC LIMIT p_limit
  )
  SELECT p.at, p.journal, p.line, p.id, p.kind, p.result + s.usdt, s.xaut, s.usdt_fee, s.xaut_fee, p.reference_type, p.reference_id
  FROM page p CROSS JOIN LATERAL (
    SELECT coalesce(sum(m.moved) FILTER (WHERE m.currency = 'USDT'), 0)::bigint AS usdt,
      coalesce(sum(m.moved) FILTER (WHERE m.currency = 'XAUT'), 0)::bigint AS xaut,
      coalesce(-sum(m.moved) FILTER (WHERE m.currency = 'USDT' AND m.is_fee), 0)::bigint AS usdt_fee,
      coalesce(-sum(m.moved) FILTER (WHERE m.currency = 'XAUT' AND m.is_fee), 0)::bigint AS xaut_fee
    FROM (
      SELECT t.currency, CASE WHEN t.credit_account_id < 0 THEN -t.amount_micro ELSE t.amount_micro END AS moved,
        -- The shards of the house's fees.
        t.credit_account_id BETWEEN -515 AND -400 AS is_fee
      FROM ledger_transfer t
      WHERE t.journal_id = p.journal AND t.line BETWEEN p.line AND p.line + 99
        AND t.at BETWEEN p.at - interval '1 hour' AND p.at + interval '1 hour'
        AND t.reference_id IS NOT DISTINCT FROM p.reference_id
        AND ((t.debit_account_id = ANY (v_own) AND t.credit_account_id < 0) OR (t.credit_account_id = ANY (v_own) AND t.debit_account_id < 0))
    ) AS m
  ) AS s
  ORDER BY p.at DESC, p.journal DESC, p.line DESC, p.id DESC;
END
$$;
