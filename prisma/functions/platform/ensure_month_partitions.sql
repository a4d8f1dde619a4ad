-- Makes the monthly partitions of a table for this month and the next ones. Rows that already
-- wait in the default partition stay there; nothing is lost when a month is late.
-- Arguments: p_table is partitioned by range of time, p_months_ahead how many months after this
--   one.
-- Returns: the number of partitions made.
-- Raises: nothing.
-- Locks: the table, as CREATE TABLE … PARTITION OF does.
CREATE OR REPLACE FUNCTION ensure_month_partitions(
  p_table regclass,
  p_months_ahead integer DEFAULT 3
)
  RETURNS integer
  LANGUAGE plpgsql
  SET search_path = public, pg_temp
  SET TimeZone = 'UTC'
AS $$
DECLARE
  month date;
  made int := 0;
  base text := (SELECT relname FROM pg_class WHERE oid = p_table);
BEGIN
  FOR i IN 0..p_months_ahead LOOP
    month := (date_trunc('month', app_now()) + make_interval(months => i))::date;
    IF to_regclass(format('%I', base || to_char(month, '_YYYY_MM'))) IS NULL THEN
      BEGIN
        EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
          base || to_char(month, '_YYYY_MM'), base,
          month::timestamptz, (month + interval '1 month')::timestamptz);
        made := made + 1;
      EXCEPTION WHEN check_violation OR duplicate_table THEN NULL;
      END;
    END IF;
  END LOOP;
  RETURN made;
END
$$;
