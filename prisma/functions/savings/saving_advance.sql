-- Counts the days of started records and sets aside the coming days of flexible ones. A flexible
-- record earns for funded days only: days that the house can't fund now are made up when it can.
-- Arguments: p_ids are the records, p_now the moment up to which to count.
-- Returns: nothing.
-- Raises: those of ledger_apply.
-- Locks: none of its own: the caller holds those of saving_lock and the records.
CREATE OR REPLACE FUNCTION saving_advance(p_ids uuid[], p_now timestamptz)
  RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_usdt bigint;
  v_xaut bigint;
  v_journal bigint;
BEGIN
  WITH due AS (
    SELECT r.id, r.user_id, r.type, r.currency, r.status, r.principal_micro, r.daily_rate_ppb, r.reserved_micro, r.days_accrued,
      r.funding_short_at, floor(extract(epoch FROM r.next_day_at - r.starts_at) / 86400)::integer - 1 AS counted,
      least(floor(extract(epoch FROM p_now - r.starts_at) / 86400), coalesce(r.duration_days, 1000000))::integer AS elapsed
    FROM saving_record r
    WHERE r.id = ANY (p_ids) AND r.status IN ('pending', 'active') AND r.starts_at <= p_now
  ), needs AS (
    SELECT d.*, CASE d.type WHEN 'fixed' THEN 0 ELSE greatest(
      saving_interest(d.principal_micro, d.daily_rate_ppb, d.elapsed + saving_horizon_days()) - d.reserved_micro, 0) END AS need
    FROM due d
  ), grants AS (
    -- In order of age, for as long as the interest account lasts.
    SELECT n.*, greatest(least(n.need, house.balance_micro - (sum(n.need) OVER w - n.need)), 0)::bigint AS granted
    FROM needs n JOIN ledger_account house ON house.id = CASE n.currency WHEN 'USDT' THEN -5 ELSE -6 END
    WINDOW w AS (PARTITION BY n.currency ORDER BY n.id ROWS UNBOUNDED PRECEDING)
  ), progress AS MATERIALIZED (
    SELECT g.*, CASE WHEN g.type = 'fixed' OR g.daily_rate_ppb = 0 THEN g.elapsed
      -- Counted days stay counted, also where what was set aside for the last of them was rounded down.
      ELSE greatest(g.days_accrued,
        least(g.elapsed, saving_funded_days(g.principal_micro, g.daily_rate_ppb, g.reserved_micro + g.granted))) END AS days
    FROM grants g
  ), earned AS (
    -- Never more than is set aside: a saving of before had that rounded down.
    SELECT p.id, p.granted, p.need, p.days,
      least(saving_interest(p.principal_micro, p.daily_rate_ppb, p.days), p.reserved_micro + p.granted) AS accrued
    FROM progress p
  ), counted AS (
    UPDATE saving_record r SET status = 'active', reserved_micro = r.reserved_micro + e.granted, days_accrued = e.days,
      accrued_micro = e.accrued,
      accrued_carry = (r.principal_micro::numeric * r.daily_rate_ppb * e.days - e.accrued::numeric * 1000000000)::bigint,
      next_day_at = date_trunc('day', p_now, 'UTC') + interval '24 hours',
      funding_short_at = CASE WHEN e.granted < e.need THEN coalesce(r.funding_short_at, p_now) END
    FROM earned e WHERE r.id = e.id
  ), told AS (
    INSERT INTO outbox (bulk, user_id, kind, payload)
    SELECT true, p.user_id, 'saving_changed', json_build_object('recordId', p.id, 'userId', p.user_id, 'kind', n.kind)
    FROM progress p CROSS JOIN LATERAL (VALUES
      ('active', p.status = 'pending'),
      ('short', p.granted < p.need AND p.funding_short_at IS NULL),
      ('paused', p.days < p.elapsed AND NOT (p.status = 'active' AND p.days_accrued < p.counted)),
      ('funded', p.granted = p.need AND p.funding_short_at IS NOT NULL)
    ) AS n (kind, is_new) WHERE n.is_new
  )
  SELECT sum(p.granted) FILTER (WHERE p.currency = 'USDT'), sum(p.granted) FILTER (WHERE p.currency = 'XAUT')
  INTO v_usdt, v_xaut FROM progress p;
  IF v_usdt > 0 OR v_xaut > 0 THEN
    v_journal := ledger_begin('saving_reserve', 'saving-reserve:' || uuid_v7(), sha256('saving-reserve'), NULL);
    PERFORM ledger_apply(v_journal, (row_number() OVER (ORDER BY m.debit DESC))::integer, m.debit, m.credit, m.amount, 'saving', NULL, true)
    FROM (VALUES (-5, -9, v_usdt), (-6, -10, v_xaut)) AS m (debit, credit, amount) WHERE m.amount > 0;
  END IF;
END
$$;

ALTER FUNCTION saving_advance(uuid[], timestamptz) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION saving_advance(uuid[], timestamptz) FROM PUBLIC, app_runtime;
