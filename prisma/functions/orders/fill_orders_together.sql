-- Fills many orders at once, each as fill_order does: with a journal, a trade and transfers of its
-- own, written as sets. For what nothing stands in the way of; where something does, nothing is
-- done. Called by fill_orders alone, which holds the orders' rows, the users' accounts and the
-- shards that this takes from.
-- Arguments: p_orders are the orders, in the order in which they are filled.
-- Returns: nothing.
-- Raises: TRADE_AMOUNT_OUT_OF_RANGE where nothing would come of one, HOUSE_LIMIT where the house
--   can't supply all of them.
-- Locks: the books' positions by their updates, then those of spot_take_inventory.
CREATE OR REPLACE FUNCTION fill_orders_together(p_orders uuid[])
  RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_shard integer := pg_backend_pid() % 16;
  v_order record;
  v_amounts record;
  v_moved record;
  v_price bigint;
  v_trades uuid[];
  v_prices bigint[];
  v_gross bigint[];
  v_fees bigint[];
  v_received bigint[];
  v_pnl bigint[];
  v_positions bigint[];
  v_costs bigint[];
  v_at timestamptz;
  v_usdt_pool bigint := -200 - v_shard;
  v_xaut_pool bigint := -300 - v_shard;
  v_usdt_needed bigint := 0;
  v_xaut_needed bigint := 0;
  v_legs integer;
  v_posted integer;
BEGIN
  FOR v_order IN
    SELECT o.*, m.bid_e8, m.ask_e8 FROM unnest(p_orders) WITH ORDINALITY AS p (id, n)
    JOIN resting_order o ON o.id = p.id AND o.status = 'open' JOIN market_tick m ON m.seq = o.tick_seq ORDER BY p.n
  LOOP
    v_price := spot_price(v_order.side, v_order.bid_e8, v_order.ask_e8, v_order.spread_ppm);
    SELECT * INTO v_amounts FROM spot_amounts(v_order.side, v_order.amount_micro, v_price, v_order.fee_rate_ppm);
    IF v_amounts.o_received <= 0 THEN
      PERFORM ledger_raise('TRADE_AMOUNT_OUT_OF_RANGE');
    END IF;
    SELECT * INTO v_moved FROM spot_position_trade(v_order.user_id, v_order.side, v_order.amount_micro, v_amounts.o_received);
    IF v_order.side = 'buy' THEN
      v_xaut_needed := v_xaut_needed + v_amounts.o_received;
    ELSE
      v_usdt_needed := v_usdt_needed + v_amounts.o_gross;
    END IF;
    v_trades := array_append(v_trades, uuid_v7());
    v_prices := array_append(v_prices, v_price);
    v_gross := array_append(v_gross, v_amounts.o_gross);
    v_fees := array_append(v_fees, v_amounts.o_fee);
    v_received := array_append(v_received, v_amounts.o_received);
    v_pnl := array_append(v_pnl, v_moved.o_pnl);
    v_positions := array_append(v_positions, v_moved.o_position);
    v_costs := array_append(v_costs, v_moved.o_position_cost);
  END LOOP;
  IF cardinality(v_trades) IS DISTINCT FROM cardinality(p_orders) THEN
    RAISE EXCEPTION 'an order is not due';
  END IF;
  IF v_usdt_needed > 0 THEN
    v_usdt_pool := spot_take_inventory(-200, v_usdt_needed);
  END IF;
  IF v_xaut_needed > 0 THEN
    v_xaut_pool := spot_take_inventory(-300, v_xaut_needed);
  END IF;
  v_at := app_now();
  WITH filled AS MATERIALIZED (
    SELECT f.*, o.user_id, o.side, o.amount_micro,
      ledger_account_id(o.user_id, CASE o.side WHEN 'buy' THEN 'held' ELSE 'available' END, 'USDT') AS usdt,
      ledger_account_id(o.user_id, CASE o.side WHEN 'buy' THEN 'available' ELSE 'held' END, 'XAUT') AS xaut
    FROM unnest(p_orders, v_trades, v_gross, v_fees, v_received) WITH ORDINALITY AS f (id, trade, gross, fee, received, n)
    JOIN resting_order o ON o.id = f.id
  ), journals AS MATERIALIZED (
    INSERT INTO ledger_journal (kind, idempotency_key, input_hash, actor_id, at)
    SELECT 'manual_trade', 'order-end:' || f.id, sha256(f.id::text::bytea), f.user_id, v_at FROM filled f ORDER BY f.n
    RETURNING id, idempotency_key
  ), legs AS MATERIALIZED (
    SELECT f.n, j.id AS journal, f.trade, leg.* FROM filled f JOIN journals j ON j.idempotency_key = 'order-end:' || f.id
    CROSS JOIN LATERAL (
      SELECT 1 AS line, f.usdt AS debit, v_usdt_pool AS credit, f.gross - f.fee AS amount, 'USDT' AS currency WHERE f.side = 'buy'
      UNION ALL SELECT 2, v_xaut_pool, f.xaut, f.received, 'XAUT' WHERE f.side = 'buy'
      UNION ALL SELECT 1, v_usdt_pool, f.usdt, f.gross, 'USDT' WHERE f.side = 'sell'
      UNION ALL SELECT 2, f.xaut, v_xaut_pool, f.amount_micro, 'XAUT' WHERE f.side = 'sell'
      UNION ALL SELECT 3, f.usdt, -400 - v_shard, f.fee, 'USDT' WHERE f.fee > 0
    ) AS leg
  ), touches AS MATERIALIZED (
    SELECT l.n, l.line, t.account, t.delta FROM legs l
    CROSS JOIN LATERAL (VALUES (l.debit, -l.amount), (l.credit, l.amount)) AS t (account, delta)
  ), placed AS MATERIALIZED (
    SELECT t.n, t.line, t.account, a.floor_micro,
      a.seq + row_number() OVER w AS seq, (a.balance_micro + sum(t.delta) OVER w)::bigint AS balance
    FROM touches t JOIN ledger_account a ON a.id = t.account
    WINDOW w AS (PARTITION BY t.account ORDER BY t.n, t.line ROWS UNBOUNDED PRECEDING)
  ), posted AS (
    INSERT INTO ledger_transfer (at, journal_id, line, debit_account_id, credit_account_id, amount_micro, currency,
      debit_seq, debit_balance_micro, credit_seq, credit_balance_micro, reference_type, reference_id)
    SELECT v_at, l.journal, l.line, l.debit, l.credit, l.amount, l.currency, d.seq, d.balance, c.seq, c.balance, 'trade', l.trade
    FROM legs l JOIN placed d ON (d.n, d.line, d.account) = (l.n, l.line, l.debit)
    JOIN placed c ON (c.n, c.line, c.account) = (l.n, l.line, l.credit)
    WHERE coalesce(d.balance >= d.floor_micro, true) ORDER BY l.n, l.line
    RETURNING 1
  ), moved AS (
    UPDATE ledger_account a SET balance_micro = a.balance_micro + s.delta, seq = a.seq + s.touched
    FROM (SELECT t.account, sum(t.delta)::bigint AS delta, count(*) AS touched FROM touches t GROUP BY t.account) s
    WHERE a.id = s.account AND a.balance_micro + s.delta >= coalesce(a.floor_micro, a.balance_micro + s.delta)
  )
  SELECT (SELECT count(*) FROM legs), (SELECT count(*) FROM posted) INTO v_legs, v_posted;
  IF v_posted <> v_legs THEN
    PERFORM ledger_raise('HOUSE_LIMIT');
  END IF;
  INSERT INTO trade (id, user_id, type, status, side, amount_micro, currency, entry_tick_seq, entry_price_e8, entry_at,
    opened_at, settled_at, fee_micro, fee_rate_ppm, spread_ppm, received_micro, pnl_micro, position_micro,
    position_cost_micro, fill_rules, order_id, simulated)
  SELECT f.trade, o.user_id, 'manual', 'filled', o.side, o.amount_micro, o.currency, o.tick_seq, f.price, m.at, v_at, v_at,
    f.fee, o.fee_rate_ppm, o.spread_ppm, f.received, f.pnl, f.position, f.cost, 2, o.id, m.simulated
  FROM unnest(p_orders, v_trades, v_prices, v_fees, v_received, v_pnl, v_positions, v_costs) WITH ORDINALITY
    AS f (id, trade, price, fee, received, pnl, position, cost, n)
  JOIN resting_order o ON o.id = f.id JOIN market_tick m ON m.seq = o.tick_seq ORDER BY f.n;
  UPDATE resting_order o SET status = 'filled', trade_id = f.trade, closed_at = v_at
  FROM unnest(p_orders, v_trades) AS f (id, trade) WHERE o.id = f.id;
  PERFORM referral_note_fee('trade', f.trade, u.id, f.fee) FROM unnest(p_orders, v_trades, v_fees) AS f (id, trade, fee)
  JOIN resting_order o ON o.id = f.id JOIN app_user u ON u.id = o.user_id WHERE u.referred_by_id IS NOT NULL AND f.fee > 0;
  INSERT INTO outbox (user_id, kind, payload)
  SELECT o.user_id, said.kind, said.payload FROM unnest(p_orders, v_trades) WITH ORDINALITY AS f (id, trade, n)
  JOIN resting_order o ON o.id = f.id
  CROSS JOIN LATERAL (VALUES (1, 'trade_closed', json_build_object('tradeId', f.trade)), (2, 'order_closed', json_build_object('orderId', f.id)))
    AS said (place, kind, payload)
  ORDER BY f.n, said.place;
END
$$;

ALTER FUNCTION fill_orders_together(uuid[]) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION fill_orders_together(uuid[]) FROM PUBLIC, app_runtime;
