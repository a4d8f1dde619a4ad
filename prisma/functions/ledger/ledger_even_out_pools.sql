-- Spreads each sharded account of the house (option pool, inventories) evenly over its shards
-- once one holds less than half its share.
-- Returns: the number of transfers made.
-- Raises: those of ledger_apply.
-- Locks: one pool after the other, the one with the highest ids first; of each all shards, ids
--   descending.
CREATE OR REPLACE FUNCTION ledger_even_out_pools()
  RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
DECLARE
  v_made integer := 0;
  v_line integer;
  v_journal bigint;
  v_pool record;
  v_move record;
BEGIN
  FOR v_pool IN
    SELECT kind, currency FROM ledger_account WHERE id < 0 AND kind IN ('option_pool', 'inventory')
    GROUP BY kind, currency HAVING min(balance_micro) * 2 < avg(balance_micro) ORDER BY max(id) DESC
  LOOP
    PERFORM 1 FROM ledger_account WHERE id < 0 AND kind = v_pool.kind AND currency = v_pool.currency
    ORDER BY id DESC FOR NO KEY UPDATE;
    v_journal := NULL;
    -- What each shard has over or under its share, laid end to end: where a surplus and a lack
    -- overlap, that much moves from the one to the other.
    FOR v_move IN
      WITH share AS (
        SELECT id, balance_micro - (sum(balance_micro) OVER ()::bigint / count(*) OVER ()
          + CASE WHEN row_number() OVER (ORDER BY id) <= mod(sum(balance_micro) OVER ()::bigint, count(*) OVER ()) THEN 1 ELSE 0 END
        ) AS over_micro
        FROM ledger_account WHERE id < 0 AND kind = v_pool.kind AND currency = v_pool.currency
      ), spans AS (
        SELECT id, over_micro > 0 AS rich,
          sum(abs(over_micro)) OVER (PARTITION BY over_micro > 0 ORDER BY id) AS upto, abs(over_micro) AS size
        FROM share WHERE over_micro <> 0
      )
      SELECT r.id AS debit_id, p.id AS credit_id,
        (least(r.upto, p.upto) - greatest(r.upto - r.size, p.upto - p.size))::bigint AS amount_micro
      FROM spans r JOIN spans p ON r.rich AND NOT p.rich
        AND least(r.upto, p.upto) > greatest(r.upto - r.size, p.upto - p.size)
    LOOP
      IF v_journal IS NULL THEN
        v_journal := ledger_begin('even_out', 'even-out:' || uuid_v7(), sha256('even-out'), NULL);
        v_line := 0;
      END IF;
      v_made := v_made + 1;
      v_line := v_line + 1;
      PERFORM ledger_apply(v_journal, v_line, v_move.debit_id, v_move.credit_id, v_move.amount_micro, NULL, NULL, false);
    END LOOP;
  END LOOP;
  RETURN v_made;
END
$$;

ALTER FUNCTION ledger_even_out_pools() OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION ledger_even_out_pools() FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION ledger_even_out_pools() TO app_runtime;
