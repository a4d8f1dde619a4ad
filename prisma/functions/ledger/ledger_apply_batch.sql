-- Posts many transfers of one journal in one statement. Lines follow the arrays; no account may
-- fall below its floor at any line.
-- Arguments: p_amounts are micro-units, more than 0; p_references gives each transfer its row.
-- Returns: nothing.
-- Raises: an error where a transfer is not valid; nothing is posted then.
-- Locks: all accounts, ids descending.
CREATE OR REPLACE FUNCTION ledger_apply_batch(
  p_journal bigint,
  p_debits bigint[],
  p_credits bigint[],
  p_amounts bigint[],
  p_reference_type text,
  p_references uuid[]
)
  RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_now timestamptz;
  v_posted integer;
BEGIN
  PERFORM 1 FROM ledger_account WHERE id = ANY (p_debits || p_credits) ORDER BY id DESC FOR NO KEY UPDATE;
  v_now := app_now();
  WITH touches AS MATERIALIZED (
    SELECT l.line, side.account, side.delta
    FROM unnest(p_debits, p_credits, p_amounts) WITH ORDINALITY AS l (debit, credit, amount, line)
    CROSS JOIN LATERAL (VALUES (l.debit, -l.amount), (l.credit, l.amount)) AS side (account, delta)
    WHERE l.amount > 0
  ), placed AS (
    SELECT t.line, t.account, t.delta, a.currency, a.floor_micro,
      a.seq + row_number() OVER w AS seq, (a.balance_micro + sum(t.delta) OVER w)::bigint AS balance
    FROM touches t JOIN ledger_account a ON a.id = t.account
    WINDOW w AS (PARTITION BY t.account ORDER BY t.line ROWS UNBOUNDED PRECEDING)
  ), posted AS (
    INSERT INTO ledger_transfer (at, journal_id, line, debit_account_id, credit_account_id, amount_micro, currency,
      debit_seq, debit_balance_micro, credit_seq, credit_balance_micro, reference_type, reference_id)
    SELECT v_now, p_journal, p.line::integer, min(p.account) FILTER (WHERE p.delta < 0), min(p.account) FILTER (WHERE p.delta > 0),
      max(p.delta), min(p.currency), min(p.seq) FILTER (WHERE p.delta < 0), min(p.balance) FILTER (WHERE p.delta < 0),
      min(p.seq) FILTER (WHERE p.delta > 0), min(p.balance) FILTER (WHERE p.delta > 0),
      p_reference_type, p_references[p.line::integer]
    FROM placed p GROUP BY p.line
    HAVING min(p.currency) = max(p.currency) AND bool_and(coalesce(p.balance >= p.floor_micro, true))
    RETURNING 1
  ), moved AS (
    UPDATE ledger_account a SET balance_micro = a.balance_micro + s.delta, seq = a.seq + s.n
    FROM (SELECT t.account, sum(t.delta)::bigint AS delta, count(*) AS n FROM touches t GROUP BY t.account) s
    WHERE a.id = s.account
  )
  SELECT count(*) INTO v_posted FROM posted;
  IF v_posted <> cardinality(p_amounts) THEN
    RAISE EXCEPTION 'posted % of % transfers', v_posted, cardinality(p_amounts);
  END IF;
END
$$;

ALTER FUNCTION ledger_apply_batch(bigint, bigint[], bigint[], bigint[], text, uuid[]) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION ledger_apply_batch(bigint, bigint[], bigint[], bigint[], text, uuid[]) FROM PUBLIC, app_runtime;
