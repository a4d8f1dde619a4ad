-- Checks the whole chain of the audit log: hashes, links, numbers without a gap, and the head.
-- Returns: the number of the first entry that the chain does not explain, or null when it holds
--   from end to end.
-- Raises: nothing.
-- Locks: none.
CREATE OR REPLACE FUNCTION audit_first_broken()
  RETURNS bigint
  LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
  SELECT min(seq) FROM (
    SELECT e.seq,
      e.hash IS DISTINCT FROM audit_hash(e.previous_hash, e)
      OR e.previous_hash IS DISTINCT FROM coalesce(lag(e.hash) OVER w, sha256('audit chain'::bytea))
      OR e.seq IS DISTINCT FROM coalesce(lag(e.seq) OVER w, 0) + 1 AS broken
    FROM audit_entry e WINDOW w AS (ORDER BY e.seq)
    UNION ALL
    SELECT h.seq, h.seq <> coalesce((SELECT max(seq) FROM audit_entry), 0)
      OR h.hash IS DISTINCT FROM coalesce(
        (SELECT e.hash FROM audit_entry e WHERE e.seq = h.seq), sha256('audit chain'::bytea))
    FROM audit_head h
  ) checked WHERE broken
$$;

ALTER FUNCTION audit_first_broken() OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION audit_first_broken() FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION audit_first_broken() TO app_runtime;
