-- Closes options whose rows the caller has locked: works out each outcome from the recorded
-- ticks, pays, and marks them. Exit is the last tick at or before expiry; equal prices refund;
-- without an entry, without a tick in the last 10 s, or across a switch between simulated and
-- real prices an option is void.
-- Arguments: p_rows are places of rows (ctid) of trade: a row that is locked can't move, so its
--   place finds it faster than its key.
-- Returns: a row an option: status and payout in micro-units.
-- Raises: an error where not every row could be closed.
-- Locks: users who get money and the pools' shards, ids descending (losers' accounts are not
--   touched), then option_exposure.
CREATE OR REPLACE FUNCTION option_close(p_rows tid[])
  RETURNS TABLE (o_trade_id uuid, o_user_id uuid, o_status text, o_payout_micro bigint)
  LANGUAGE plpgsql
AS $$
DECLARE
  v_rows tid[];
  v_statuses text[];
  v_exit_seqs bigint[];
  v_exit_prices bigint[];
  v_credits bigint[];
  v_locks bigint[];
  v_accounts bigint[];
  v_seqs bigint[];
  v_balances bigint[];
  v_journal bigint;
  v_now timestamptz;
  v_closed integer;
BEGIN
  -- Ticks never change and the trades are locked, so the outcomes hold from here on. Without an entry,
  -- without a tick in the last 10 s, or across a switch between simulated and real prices there is none.
  WITH due AS MATERIALIZED (
    SELECT t.ctid AS place, t.user_id, t.shard, t.direction, t.entry_tick_seq, t.entry_price_e8, t.expires_at, t.simulated
    FROM trade t WHERE t.ctid = ANY (p_rows) AND t.status = 'open'
  ), exits AS MATERIALIZED (
    SELECT e.expires_at, k.seq, k.price_e8, k.simulated
    FROM (SELECT DISTINCT d.expires_at FROM due d WHERE d.entry_tick_seq IS NOT NULL) e
    CROSS JOIN LATERAL (
      SELECT m.seq, m.price_e8, m.simulated FROM market_tick m
      WHERE m.at <= e.expires_at AND m.at >= e.expires_at - interval '10 seconds'
      ORDER BY m.at DESC LIMIT 1
    ) k
  ), outcome AS (
    SELECT d.place, d.user_id, d.shard, x.seq, x.price_e8, CASE
      WHEN x.seq IS NULL OR x.simulated <> d.simulated THEN 'void'
      WHEN x.price_e8 = d.entry_price_e8 THEN 'refunded'
      WHEN (x.price_e8 > d.entry_price_e8) = (d.direction = 'up') THEN 'won'
      ELSE 'lost' END AS status
    FROM due d LEFT JOIN exits x ON x.expires_at = d.expires_at AND d.entry_tick_seq IS NOT NULL
  ), owed AS MATERIALIZED (
    SELECT o.*, (SELECT a.id FROM ledger_account a
        WHERE o.status <> 'lost' AND a.owner_id = o.user_id AND a.kind = 'available' AND a.currency = 'USDT' AND a.shard = 0) AS account
    FROM outcome o
  )
  SELECT array_agg(o.place), array_agg(o.status), array_agg(o.seq), array_agg(o.price_e8), array_agg(o.account),
    array_agg(DISTINCT -100 - o.shard)
  INTO v_rows, v_statuses, v_exit_seqs, v_exit_prices, v_credits, v_locks
  FROM owed o WHERE o.account IS NOT NULL OR o.status = 'lost';
  IF v_rows IS NULL THEN
    RETURN;
  END IF;

  -- Users who get money and the pools, in the global order. Losers' rows are not touched.
  SELECT array_agg(l.id), array_agg(l.seq), array_agg(l.balance_micro) INTO v_accounts, v_seqs, v_balances FROM (
    SELECT a.id, a.seq, a.balance_micro FROM ledger_account a
    WHERE a.id = ANY (array_remove(v_credits, NULL) || v_locks) ORDER BY a.id DESC FOR NO KEY UPDATE
  ) l;

  v_now := app_now();
  v_journal := ledger_begin('option_settle', 'option-settle:' || uuid_v7(), sha256('option-settle'), NULL);
  RETURN QUERY WITH closed AS MATERIALIZED (
    SELECT u.place, u.status, u.exit_seq, u.exit_price, u.account, t.id, t.shard, t.direction, t.amount_micro, t.collateral_micro,
      CASE u.status WHEN 'won' THEN t.amount_micro + t.collateral_micro WHEN 'lost' THEN 0 ELSE t.amount_micro END AS payout
    FROM unnest(v_rows, v_statuses, v_exit_seqs, v_exit_prices, v_credits) AS u (place, status, exit_seq, exit_price, account)
    JOIN trade t ON t.ctid = u.place
  ), legs AS MATERIALIZED (
    SELECT c.id, c.account AS credit, c.payout AS amount FROM closed c WHERE c.payout > 0
    UNION ALL
    SELECT c.id, -100 - c.shard, c.amount_micro + c.collateral_micro - c.payout
    FROM closed c WHERE c.amount_micro + c.collateral_micro > c.payout
  ), posted AS (
    INSERT INTO ledger_transfer (at, journal_id, line, debit_account_id, credit_account_id, amount_micro, currency,
      credit_seq, credit_balance_micro, reference_type, reference_id)
    SELECT v_now, v_journal, row_number() OVER (), -8, l.credit, l.amount, 'USDT',
      a.seq + row_number() OVER w, (a.balance_micro + sum(l.amount) OVER w)::bigint, 'trade', l.id
    FROM legs l JOIN unnest(v_accounts, v_seqs, v_balances) AS a (id, seq, balance_micro) ON a.id = l.credit
    WINDOW w AS (PARTITION BY l.credit ORDER BY l.id ROWS UNBOUNDED PRECEDING)
  ), moved AS (
    UPDATE ledger_account a SET balance_micro = a.balance_micro + d.amount, seq = a.seq + d.n
    FROM (SELECT l.credit, sum(l.amount)::bigint AS amount, count(*) AS n FROM legs l GROUP BY l.credit) d
    WHERE a.id = d.credit
  ), exposed AS (
    UPDATE option_exposure e SET up_micro = e.up_micro - d.up, down_micro = e.down_micro - d.down
    FROM (SELECT c.shard, coalesce(sum(c.collateral_micro) FILTER (WHERE c.direction = 'up'), 0)::bigint AS up,
        coalesce(sum(c.collateral_micro) FILTER (WHERE c.direction = 'down'), 0)::bigint AS down
      FROM closed c GROUP BY c.shard) d
    WHERE e.shard = d.shard
  )
  UPDATE trade t SET status = c.status, exit_tick_seq = c.exit_seq, exit_price_e8 = c.exit_price, settled_at = v_now,
    payout_micro = c.payout, pnl_micro = c.payout - c.amount_micro
  FROM closed c WHERE t.ctid = c.place AND t.status = 'open'
  RETURNING t.id, t.user_id, t.status, t.payout_micro;
  GET DIAGNOSTICS v_closed = ROW_COUNT;
  IF v_closed <> cardinality(p_rows) THEN
    RAISE EXCEPTION 'closed % of % options', v_closed, cardinality(p_rows);
  END IF;
END
$$;

ALTER FUNCTION option_close(tid[]) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION option_close(tid[]) FROM PUBLIC, app_runtime;
