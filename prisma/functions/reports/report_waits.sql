-- Counts the decisions of staff in a period by UTC day, kind of request and how long it waited:
-- a deposit until it was confirmed or rejected, a withdrawal until it was approved or rejected.
-- What its owner cancelled was not decided on.
-- Arguments: p_from is included, p_to is not.
-- Returns: o_bucket is the whole part of the logarithm of the wait in seconds to the base 1.05.
-- Raises: nothing.
-- Locks: none.
-- Planned for the period at hand.
CREATE OR REPLACE FUNCTION report_waits(p_from timestamptz, p_to timestamptz)
  RETURNS TABLE (o_day date, o_kind text, o_bucket smallint, o_decisions bigint)
  LANGUAGE plpgsql STABLE
  SET plan_cache_mode = force_custom_plan
AS $$
BEGIN
  RETURN QUERY SELECT (w.at AT TIME ZONE 'UTC')::date, w.kind,
    floor(ln(greatest(extract(epoch FROM w.at - w.created_at), 1)) / ln(1.05))::smallint, count(*)
  FROM (
    SELECT 'deposit' AS kind, d.processed_at AS at, d.created_at FROM deposit d
    WHERE d.processed_at >= p_from AND d.processed_at < p_to AND d.status <> 'cancelled'
    UNION ALL
    SELECT 'withdrawal', coalesce(o.approved_at, o.processed_at), o.created_at FROM withdrawal o
    WHERE coalesce(o.approved_at, o.processed_at) >= p_from AND coalesce(o.approved_at, o.processed_at) < p_to
      AND o.status <> 'cancelled'
  ) w GROUP BY 1, 2, 3;
END
$$;

ALTER FUNCTION report_waits(timestamptz, timestamptz) OWNER TO ledger_owner;
