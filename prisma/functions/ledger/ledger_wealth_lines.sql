-- Lists what changed a user's wealth, newest first, after a position: one row an event. Wealth is
-- all that the user's accounts hold, with the stakes of open options, so a move between own
-- accounts is no row, and an option is one when it ends. The lines of a journal that have one
-- reference are one event, of the moment and at the place of its first line; they stand within an
-- hour.
-- Arguments: p_at, p_journal, p_line and p_id are the position (not included), p_limit the most
--   rows, null for all; a null filter lets everything through; p_to is not included.
-- Returns: what each currency changed by and the fee inside it, in micro-units; what left is
--   negative. An option has no journal here (0): its id is the trade's.
-- Raises: nothing.
-- Locks: none.
-- Each part of the past is planned for its own bounds, which leaves the partitions of other months
-- out: a plan for any time takes longer to make, and to begin, than a page takes to read.
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
  SET enable_seqscan = off
AS $$
DECLARE
  c_no_id CONSTANT uuid := '00000000-0000-0000-0000-000000000000';
  v_own bigint[];
  v_from timestamptz := coalesce(p_from, '-infinity');
  v_to timestamptz := least(coalesce(p_to, 'infinity'), p_at + interval '1 microsecond');
  v_full timestamptz;
  v_since timestamptz;
  v_more boolean;
  v_found integer;
BEGIN
  SELECT array_agg(a.id) INTO v_own FROM ledger_account a WHERE a.owner_id = p_user AND a.seq > 0;
  LOOP
    -- Where options fill the page alone, nothing older is on it.
    SELECT d.settled_at INTO v_full FROM trade d
    WHERE p_limit > 0 AND d.user_id = p_user AND d.type = 'option' AND d.settled_at IS NOT NULL AND d.pnl_micro <> 0
      AND d.settled_at >= v_from AND d.settled_at < v_to
      AND (p_types IS NULL OR 'option_settle' = ANY (p_types))
    ORDER BY d.settled_at DESC, d.id DESC OFFSET p_limit LIMIT 1;
    v_from := greatest(v_from, v_full);
    SELECT o_since, o_more INTO v_since, v_more FROM ledger_wealth_since(v_own, v_from, v_to, p_limit, p_types);
    RETURN QUERY EXECUTE $q$
      WITH line AS (
        SELECT t.at, t.journal_id, t.line, t.reference_id, t.reference_type, t.currency = 'XAUT' AS is_gold, -t.amount_micro AS micro,
          -- The shards of the house's fees.
          t.credit_account_id BETWEEN -515 AND -400 AS is_fee
        FROM ledger_transfer t
        WHERE t.debit_account_id = ANY ($1) AND t.debit_account_id > 0 AND t.credit_account_id < 0 AND t.credit_account_id <> -8
          AND t.at >= $2 AND t.at < $3
        UNION ALL
        SELECT t.at, t.journal_id, t.line, t.reference_id, t.reference_type, t.currency = 'XAUT', t.amount_micro, false
        FROM ledger_transfer t
        WHERE t.credit_account_id = ANY ($1) AND t.credit_account_id > 0 AND t.debit_account_id < 0 AND t.debit_account_id <> -8
          AND t.at >= $2 AND t.at < $3
      ), event AS (
        SELECT min(l.at) AS at, l.journal_id AS journal, min(l.line) AS line, l.reference_id, min(l.reference_type) AS reference_type,
          micro_sum(l.micro) FILTER (WHERE NOT l.is_gold) AS usdt,
          micro_sum(l.micro) FILTER (WHERE l.is_gold) AS xaut,
          -micro_sum(l.micro) FILTER (WHERE l.is_fee AND NOT l.is_gold) AS usdt_fee,
          -micro_sum(l.micro) FILTER (WHERE l.is_fee AND l.is_gold) AS xaut_fee
        FROM line l GROUP BY l.journal_id, l.reference_id
      )
      SELECT * FROM (
        SELECT e.at, e.journal, e.line, $4::uuid AS id, j.kind, e.usdt, e.xaut, e.usdt_fee, e.xaut_fee, e.reference_type, e.reference_id
        FROM event e JOIN ledger_journal j ON j.id = e.journal
        WHERE e.at >= $5 AND e.at < $6 AND (e.at, e.journal, e.line) < ($7, $8, $9) AND ($10 IS NULL OR j.kind = ANY ($10))
        UNION ALL
        SELECT * FROM (
          SELECT d.settled_at, 0::bigint, 0, d.id, 'option_settle', d.pnl_micro, 0::bigint, 0::bigint, 0::bigint, 'trade', d.id
          FROM trade d
          WHERE d.user_id = $11 AND d.type = 'option' AND d.settled_at IS NOT NULL AND d.pnl_micro <> 0
            AND d.settled_at >= $5 AND d.settled_at < $6
            AND (d.settled_at, 0, 0, d.id) < ($7, $8, $9, $12)
            AND ($10 IS NULL OR 'option_settle' = ANY ($10))
          ORDER BY d.settled_at DESC, d.id DESC LIMIT $13
        ) AS options
      ) AS every
      ORDER BY every.at DESC, every.journal DESC, every.line DESC, every.id DESC LIMIT $13$q$
    USING v_own, v_since - interval '1 hour', v_to + interval '1 hour', c_no_id,
      CASE WHEN v_more THEN v_since ELSE v_from END, v_to, p_at, p_journal, p_line, p_types, p_user, p_id, p_limit;
    GET DIAGNOSTICS v_found = ROW_COUNT;
    p_limit := p_limit - v_found;
    EXIT WHEN p_limit = 0 OR NOT v_more;
    v_to := v_since;
  END LOOP;
END
$$;
