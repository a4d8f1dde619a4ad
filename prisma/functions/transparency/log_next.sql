-- Gives the rows that come next in the public log: in the order of their places, of those before
-- which no transaction is left that could still write one. Rows of another server, which a backup
-- brought along, have places that this one has not come to yet; they are first.
-- Arguments: p_limit is the most rows.
-- Returns: the rows, counted from 1.
-- Raises: nothing.
-- Locks: none.
CREATE OR REPLACE FUNCTION log_next(p_limit integer)
  RETURNS TABLE (o_nr bigint, o_place bigint, o_id bigint, o_kind text, o_ref text)
  LANGUAGE sql STABLE
  SET search_path = public, pg_temp
AS $$
  SELECT row_number() OVER (ORDER BY n.is_ours, n.place, n.id), n.place, n.id, n.kind, n.ref FROM (
    (SELECT false AS is_ours, q.* FROM log_queue q
      WHERE q.place >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint ORDER BY q.place, q.id LIMIT p_limit)
    UNION ALL
    (SELECT true, q.* FROM log_queue q
      WHERE q.place < pg_snapshot_xmin(pg_current_snapshot())::text::bigint ORDER BY q.place, q.id LIMIT p_limit)
  ) n ORDER BY 1 LIMIT p_limit
$$;

ALTER FUNCTION log_next(integer) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION log_next(integer) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION log_next(integer) TO app_runtime;
