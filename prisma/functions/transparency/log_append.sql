-- Appends entries to the public log, with the hashes of the tree that they complete and the
-- checkpoint over them, and takes their rows out of the queue. The database sees to it that each
-- row becomes one entry, in their order and none left out; that an entry says what its row says
-- and that hashes and checkpoint fit is what "npm run log:verify" checks.
-- Arguments: p_size is how many entries there were; p_ids the queue's rows, as log_next gives
--   them, null for one entry of the log's own (kind import, key or
--   terms); p_entries canonical JSON;
--   p_levels, p_indexes and p_hashes (hex) the new hashes above the entries; p_root in hex.
-- Returns: nothing.
-- Raises: serialization_failure (40001) where another one was faster, an error for what does not
--   come next.
-- Locks: the row of log_head, FOR UPDATE.
CREATE OR REPLACE FUNCTION log_append(
  p_size bigint,
  p_ids bigint[],
  p_entries text[],
  p_levels integer[],
  p_indexes bigint[],
  p_hashes text[],
  p_origin text,
  p_key text,
  p_root text,
  p_note text
)
  RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
DECLARE
  v_count integer := cardinality(p_entries);
  v_kind text := p_entries[1]::jsonb ->> 'kind';
  v_head log_head%ROWTYPE;
  v_done integer;
BEGIN
  IF p_size = 0 AND p_ids IS NULL THEN
    INSERT INTO log_head (origin, key, size, root, note, at) VALUES (p_origin, p_key, 0, sha256(''), '', clock_timestamp())
    ON CONFLICT DO NOTHING;
  END IF;
  SELECT * INTO STRICT v_head FROM log_head FOR UPDATE;
  IF v_head.size <> p_size THEN
    RAISE EXCEPTION 'the log has % entries, not %', v_head.size, p_size USING ERRCODE = 'serialization_failure';
  END IF;
  IF p_ids IS NULL THEN
    IF (v_count = 1 AND v_kind IN ('import', 'key', 'terms')) IS NOT TRUE THEN
      RAISE EXCEPTION 'not an entry of the log''s own';
    END IF;
    INSERT INTO log_entry (index, kind, ref, entry) VALUES (p_size, v_kind, p_size::text, p_entries[1]);
  ELSE
    IF (p_origin, p_key) IS DISTINCT FROM (v_head.origin, v_head.key) THEN
      RAISE EXCEPTION 'the log has another name or key';
    END IF;
    WITH next AS MATERIALIZED (
      SELECT n.*, e.entry FROM log_next(v_count) n
      JOIN ROWS FROM (unnest(p_ids), unnest(p_entries)) WITH ORDINALITY AS e (id, entry, nr)
        ON e.nr = n.o_nr AND e.id = n.o_id
    ), taken AS (
      DELETE FROM log_queue q USING next n WHERE q.place = n.o_place AND q.id = n.o_id
    )
    INSERT INTO log_entry (index, kind, ref, entry)
    SELECT p_size + n.o_nr - 1, n.o_kind, n.o_ref, n.entry FROM next n;
    GET DIAGNOSTICS v_done = ROW_COUNT;
    IF v_done <> v_count OR cardinality(p_ids) <> v_count THEN
      RAISE EXCEPTION 'other rows come next' USING ERRCODE = 'serialization_failure';
    END IF;
  END IF;
  INSERT INTO log_node (level, index, hash)
  SELECT u.level, u.index, decode(u.hash, 'hex') FROM unnest(p_levels, p_indexes, p_hashes) AS u (level, index, hash);
  UPDATE log_head SET origin = p_origin, key = p_key, size = p_size + v_count, root = decode(p_root, 'hex'), note = p_note,
    at = clock_timestamp();
END
$$;

ALTER FUNCTION log_append(bigint, bigint[], text[], integer[], bigint[], text[], text, text, text, text) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION log_append(bigint, bigint[], text[], integer[], bigint[], text[], text, text, text, text) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION log_append(bigint, bigint[], text[], integer[], bigint[], text[], text, text, text, text) TO app_runtime;
