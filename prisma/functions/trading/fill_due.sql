-- Fills what waits for its price (see market_first_usable) and is due, in the order of acceptance;
-- one user's conversions of the same moment in the order of their numbers, which their history has.
-- What can't be filled is void, and what was set aside for it goes back: beyond the price agreed to
-- (PRICE_MOVED), no usable tick within 10 s (NO_PRICE), a house that can't supply it (HOUSE_LIMIT),
-- nothing that would come of it (TRADE_AMOUNT_OUT_OF_RANGE). One that is refused leaves the others
-- alone. May run anywhere at once: where another one holds an earlier order of the same user, the
-- later ones are left for the next call.
-- Arguments: p_limit is the most orders.
-- Returns: a row an order: its status.
-- Raises: errors of the database, after which nothing was filled; call again.
-- Locks: advisory lock 72001 as market_cutoff does, then trades and conversions (SKIP LOCKED), then
--   all their users' accounts and the house's own shards of inventory USDT, inventory XAUT and
--   fees, ids descending, then what spot_take_inventory takes where these are short.
CREATE OR REPLACE FUNCTION fill_due(p_limit integer DEFAULT 200)
  RETURNS TABLE (o_kind text, o_id uuid, o_user_id uuid, o_status text)
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
DECLARE
  v_shard integer := pg_backend_pid() % 16;
  v_cutoff timestamptz;
  v_until timestamptz;
  v_trades uuid[];
  v_conversions uuid[];
  v_order record;
  v_tick_seq bigint;
  v_reason text;
BEGIN
  IF NOT EXISTS (SELECT FROM trade t WHERE t.status = 'pending')
    AND NOT EXISTS (SELECT FROM vault_conversion v WHERE v.status = 'pending') THEN
    RETURN;
  END IF;
  v_cutoff := market_cutoff();
  SELECT greatest(h.usable_at, v_cutoff - interval '10 seconds') INTO v_until FROM market_head h WHERE h.id = 1;
  SELECT array_agg(d.id) INTO v_trades FROM (
    SELECT t.id FROM trade t WHERE t.status = 'pending' AND t.opened_at < v_until
    ORDER BY t.opened_at, t.id LIMIT p_limit FOR NO KEY UPDATE SKIP LOCKED
  ) d;
  SELECT array_agg(d.id) INTO v_conversions FROM (
    SELECT v.id FROM vault_conversion v WHERE v.status = 'pending' AND v.accepted_at < v_until
    ORDER BY v.accepted_at, v.seq, v.id LIMIT p_limit FOR NO KEY UPDATE SKIP LOCKED
  ) d;
  IF v_trades IS NULL AND v_conversions IS NULL THEN
    RETURN;
  END IF;
  PERFORM 1 FROM ledger_account a
  WHERE a.owner_id IN (SELECT t.user_id FROM trade t WHERE t.id = ANY (v_trades)
      UNION SELECT v.user_id FROM vault_conversion v WHERE v.id = ANY (v_conversions)) AND a.kind IN ('available', 'held', 'stored')
    OR a.id IN (-200 - v_shard, -300 - v_shard, -400 - v_shard)
  ORDER BY a.id DESC FOR NO KEY UPDATE;
  FOR v_order IN
    WITH due AS (
      SELECT 'trade' AS kind, t.id, t.user_id, t.opened_at AS at, 0 AS seq, t.id = ANY (coalesce(v_trades, '{}')) AS is_own
      FROM trade t WHERE t.status = 'pending' AND t.opened_at < v_until
      UNION ALL
      SELECT 'conversion', v.id, v.user_id, v.accepted_at, v.seq, v.id = ANY (coalesce(v_conversions, '{}'))
      FROM vault_conversion v WHERE v.status = 'pending' AND v.accepted_at < v_until
    ), elsewhere AS (
      SELECT DISTINCT ON (d.user_id) d.user_id, d.at, d.seq, d.id FROM due d WHERE NOT d.is_own ORDER BY d.user_id, d.at, d.seq, d.id
    )
    SELECT d.kind, d.id, d.user_id, d.at FROM due d LEFT JOIN elsewhere e ON e.user_id = d.user_id
    WHERE d.is_own AND coalesce((d.at, d.seq, d.id) < (e.at, e.seq, e.id), true)
    ORDER BY d.at, d.seq, d.id
  LOOP
    v_tick_seq := (SELECT k.seq FROM market_first_usable(v_order.at, 0) k);
    BEGIN
      v_reason := CASE WHEN v_tick_seq IS NULL THEN 'NO_PRICE'
        WHEN v_order.kind = 'trade' THEN fill_spot_order(v_order.id, v_tick_seq)
        ELSE fill_conversion(v_order.id, v_tick_seq) END;
    EXCEPTION
      WHEN SQLSTATE 'XA001' THEN
        v_reason := SQLERRM;
      -- Of numbers that don't fit: it would stand in the way of all others for ever.
      WHEN data_exception THEN
        v_reason := 'TRADE_AMOUNT_OUT_OF_RANGE';
    END;
    IF v_reason IS NOT NULL AND v_order.kind = 'trade' THEN
      PERFORM void_spot_order(v_order.id, v_reason);
    ELSIF v_reason IS NOT NULL THEN
      PERFORM void_conversion(v_order.id, v_reason);
    END IF;
    o_kind := v_order.kind;
    o_id := v_order.id;
    o_user_id := v_order.user_id;
    o_status := CASE WHEN v_reason IS NULL THEN 'filled' ELSE 'void' END;
    RETURN NEXT;
  END LOOP;
END
$$;

ALTER FUNCTION fill_due(integer) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION fill_due(integer) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION fill_due(integer) TO app_runtime;
