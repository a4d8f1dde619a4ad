-- Makes the coming months' partitions of the ledger's transfers and of the audit log, and gives
-- new partitions the triggers and unique keys that they do not inherit. Run when a database is
-- made, and daily.
-- Arguments: p_months_ahead is 0 to 24.
-- Returns: the number of partitions made.
-- Raises: an error where p_months_ahead is out of range, or a lock is not got within 500 ms
--   (55P03).
-- Locks: the partitioned tables ledger_transfer and audit_entry, then each partition that gets a
--   trigger.
CREATE OR REPLACE FUNCTION ensure_partitions(p_months_ahead integer DEFAULT 3)
  RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET lock_timeout = '500ms'
AS $$
DECLARE
  v_made integer;
  v_part regclass;
BEGIN
  IF p_months_ahead NOT BETWEEN 0 AND 24 THEN
    RAISE EXCEPTION 'p_months_ahead must be between 0 and 24';
  END IF;
  v_made := ensure_month_partitions('ledger_transfer', p_months_ahead)
    + ensure_month_partitions('audit_entry', p_months_ahead);
  -- A truncate trigger is not inherited, and each partition can be truncated by itself. A unique key
  -- of a partitioned table must hold the partition key, so (account, sequence), which a lost
  -- lock would break, is made unique inside each partition.
  FOR v_part IN
    SELECT i.inhrelid::regclass FROM pg_inherits i
    WHERE i.inhparent IN ('ledger_transfer'::regclass, 'audit_entry'::regclass)
      AND NOT EXISTS (SELECT 1 FROM pg_trigger t WHERE t.tgrelid = i.inhrelid AND t.tgname = 'partition_no_truncate')
  LOOP
    EXECUTE format('CREATE TRIGGER partition_no_truncate BEFORE TRUNCATE ON %s
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', v_part);
    IF v_part::text LIKE 'ledger_transfer%' THEN
      EXECUTE format('CREATE UNIQUE INDEX ON %s (debit_account_id, debit_seq) WHERE debit_seq IS NOT NULL', v_part);
      EXECUTE format('CREATE UNIQUE INDEX ON %s (credit_account_id, credit_seq) WHERE credit_seq IS NOT NULL', v_part);
    END IF;
  END LOOP;
  RETURN v_made;
END
$$;

ALTER FUNCTION ensure_partitions(integer) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION ensure_partitions(integer) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION ensure_partitions(integer) TO app_runtime;

-- A new database gets its first months with the function.
SELECT ensure_partitions();
