-- Makes the monthly partitions of the ledger's transfers before this month, as if the site had run then.
-- Variables: months.
SET ROLE ledger_owner;
SET timezone = 'UTC';
DO $$ DECLARE v_month date; BEGIN
  FOR i IN 1..:months LOOP
    v_month := (date_trunc('month', now()) - make_interval(months => i))::date;
    EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF ledger_transfer FOR VALUES FROM (%L) TO (%L)',
      'ledger_transfer' || to_char(v_month, '_YYYY_MM'), v_month::timestamptz, (v_month + interval '1 month')::timestamptz);
  END LOOP;
  END $$;
RESET ROLE;
SELECT ensure_partitions();
