-- Checks that an UPDATE of trades is one of the three there are: an open option gets its entry, or
-- its outcome, and the outcome must follow from the two recorded prices; a pending spot trade is
-- filled at a later tick, or void without any. What has ended goes into the public log.
-- Returns: null, as an AFTER trigger does.
-- Raises: insufficient_privilege (42501, see trade_refuse).
-- Locks: none.
-- Trigger: after each UPDATE statement on trade. Once a statement, so that settling a batch
--   stays cheap; hashed, because a plan cached from a small batch would compare every row of a
--   large one with every other.
CREATE OR REPLACE FUNCTION trade_updated()
  RETURNS trigger
  LANGUAGE plpgsql
  SET enable_nestloop = off
AS $$
BEGIN
  IF current_user <> 'ledger_owner' OR EXISTS (
    SELECT 1 FROM after_row n LEFT JOIN before_row o ON o.id = n.id WHERE n.type <> 'option' AND (
      (o.type = 'manual' AND o.status = 'pending'
        AND (n.user_id, n.type, n.side, n.amount_micro, n.currency, n.opened_at, n.fee_rate_ppm, n.spread_ppm, n.fill_rules)
          = (o.user_id, o.type, o.side, o.amount_micro, o.currency, o.opened_at, o.fee_rate_ppm, o.spread_ppm, o.fill_rules)
        AND n.limit_price_e8 IS NOT DISTINCT FROM o.limit_price_e8 AND n.order_id IS NULL
        AND CASE n.status
          WHEN 'filled' THEN n.entry_at > n.opened_at AND n.received_micro > 0 AND n.void_reason IS NULL
            AND num_nulls(n.entry_tick_seq, n.entry_price_e8, n.settled_at) = 0
          WHEN 'void' THEN n.void_reason IS NOT NULL AND n.fee_micro = 0
            AND num_nulls(n.entry_tick_seq, n.entry_price_e8, n.entry_at, n.received_micro, n.pnl_micro) = 5
          ELSE false END) IS NOT TRUE)
  ) OR EXISTS (
    SELECT 1 FROM after_row n LEFT JOIN before_row o ON o.id = n.id WHERE n.type = 'option' AND (
      o.id IS NULL OR o.type <> 'option' OR o.status <> 'open'
      OR (n.user_id, n.type, n.direction, n.amount_micro, n.currency, n.payout_rate_ppm, n.collateral_micro, n.duration_seconds, n.opened_at, n.entry_delay_ms, n.shard)
        IS DISTINCT FROM (o.user_id, o.type, o.direction, o.amount_micro, o.currency, o.payout_rate_ppm, o.collateral_micro, o.duration_seconds, o.opened_at, o.entry_delay_ms, o.shard)
      OR (o.entry_tick_seq IS NOT NULL AND (n.entry_tick_seq, n.entry_price_e8, n.entry_at, n.expires_at, n.simulated)
        IS DISTINCT FROM (o.entry_tick_seq, o.entry_price_e8, o.entry_at, o.expires_at, o.simulated))
      OR (n.entry_tick_seq IS NOT NULL AND (n.entry_at > n.opened_at
        AND n.entry_at >= n.opened_at + coalesce(n.entry_delay_ms, 0) * interval '1 millisecond'
        AND n.expires_at = n.entry_at + make_interval(secs => n.duration_seconds)) IS NOT TRUE)
      OR (CASE n.status
        WHEN 'open' THEN num_nulls(n.settled_at, n.exit_tick_seq, n.exit_price_e8, n.payout_micro, n.pnl_micro) = 5
        WHEN 'won' THEN n.payout_micro = n.amount_micro + n.collateral_micro
          AND CASE n.direction WHEN 'up' THEN n.exit_price_e8 > n.entry_price_e8 ELSE n.exit_price_e8 < n.entry_price_e8 END
        WHEN 'lost' THEN n.payout_micro = 0
          AND CASE n.direction WHEN 'up' THEN n.exit_price_e8 < n.entry_price_e8 ELSE n.exit_price_e8 > n.entry_price_e8 END
        WHEN 'refunded' THEN n.payout_micro = n.amount_micro AND n.exit_price_e8 = n.entry_price_e8
        WHEN 'void' THEN n.payout_micro = n.amount_micro
        END) IS NOT TRUE
      OR (n.status <> 'open' AND (n.settled_at IS NULL OR n.pnl_micro IS DISTINCT FROM n.payout_micro - n.amount_micro)))
  ) THEN
    PERFORM trade_refuse();
  END IF;
  -- Behind every tick that this transaction has seen, one of which is the price of the end.
  INSERT INTO log_queue (place, kind, ref)
  SELECT greatest(pg_current_xact_id()::text::bigint, pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1), 'trade_settled', n.id
  FROM after_row n WHERE n.status NOT IN ('open', 'pending');
  RETURN NULL;
END
$$;

ALTER FUNCTION trade_updated() OWNER TO ledger_owner;

CREATE OR REPLACE TRIGGER trade_updated
  AFTER UPDATE ON trade REFERENCING OLD TABLE AS before_row NEW TABLE AS after_row
  FOR EACH STATEMENT EXECUTE FUNCTION trade_updated();
