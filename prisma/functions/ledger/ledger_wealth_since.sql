-- Finds since when enough lines between a user and the house are there for a page of events.
-- Arguments: p_own are the user's accounts, p_from (included) and p_to (not) the period that may be
--   looked at, p_limit the most events of the page, null for all; null p_types are all kinds.
-- Returns: o_since, the time of the oldest line that the page may need: infinity for none, p_from
--   where they were not looked for; o_more, whether there may be older ones in the period.
-- Raises: nothing.
-- Locks: none.
-- Goes back by ever longer parts of the past, each planned for its own bounds: those leave the
-- partitions of other months out of the plan.
CREATE OR REPLACE FUNCTION ledger_wealth_since(
  p_own bigint[],
  p_from timestamptz,
  p_to timestamptz,
  p_limit integer,
  p_types text[],
  OUT o_since timestamptz,
  OUT o_more boolean
)
  LANGUAGE plpgsql STABLE
  SET enable_seqscan = off
AS $$
DECLARE
  -- Most events have up to three lines; what a page still lacks is read after it.
  v_missing integer := p_limit * 3;
  v_months integer := 1;
  v_part timestamptz := date_trunc('month', least(p_to, app_now()), 'UTC');
  v_oldest timestamptz;
  v_found integer;
BEGIN
  o_since := p_from;
  o_more := false;
  IF p_limit IS NULL THEN
    RETURN;
  END IF;
  o_since := 'infinity';
  LOOP
    v_part := CASE WHEN v_months > 36 THEN p_from ELSE greatest(p_from, v_part - make_interval(months => v_months)) END;
    EXECUTE $q$
      SELECT min(newest.at), count(*) FROM (
        SELECT line.at FROM (
          SELECT debit.at FROM unnest($1) AS own (id) CROSS JOIN LATERAL (
            SELECT t.at FROM ledger_transfer t
            WHERE t.debit_account_id = own.id AND t.debit_account_id > 0 AND t.credit_account_id < 0 AND t.credit_account_id <> -8
              AND t.at >= $2 AND t.at < $3
              AND ($5 IS NULL OR EXISTS (SELECT FROM ledger_journal j WHERE j.id = t.journal_id AND j.kind = ANY ($5)))
            ORDER BY t.at DESC LIMIT $4) AS debit
          UNION ALL
          SELECT credit.at FROM unnest($1) AS own (id) CROSS JOIN LATERAL (
            SELECT t.at FROM ledger_transfer t
            WHERE t.credit_account_id = own.id AND t.credit_account_id > 0 AND t.debit_account_id < 0 AND t.debit_account_id <> -8
              AND t.at >= $2 AND t.at < $3
              AND ($5 IS NULL OR EXISTS (SELECT FROM ledger_journal j WHERE j.id = t.journal_id AND j.kind = ANY ($5)))
            ORDER BY t.at DESC LIMIT $4) AS credit
        ) AS line ORDER BY line.at DESC LIMIT $4
      ) AS newest$q$
    INTO v_oldest, v_found USING p_own, v_part, p_to, v_missing, p_types;
    o_since := coalesce(v_oldest, o_since);
    v_missing := v_missing - v_found;
    o_more := v_missing = 0;
    EXIT WHEN o_more OR v_part = p_from;
    p_to := v_part;
    v_months := v_months * 6;
  END LOOP;
END
$$;
