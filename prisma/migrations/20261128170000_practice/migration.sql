-- The practice side: a schema of its own with the tables that trades and their ledger are in, and two roles of its
-- own. What moves play money can't write to a real table, what moves money can't write to one of practice, and no
-- id of one is an id of the other. docs/decisions/trading/practice.md

DO $$
BEGIN
  BEGIN
    CREATE ROLE practice_owner NOLOGIN;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
  END;
  BEGIN
    CREATE ROLE practice_runtime NOLOGIN;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
  END;
END
$$;

DO $$
BEGIN
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('GRANT practice_owner, practice_runtime TO %I', current_user);
  END IF;
END
$$;

-- The application takes this role for what is done on the practice side.
GRANT practice_runtime TO app_runtime;

CREATE SCHEMA practice;
GRANT USAGE ON SCHEMA practice TO practice_owner, practice_runtime;
GRANT CREATE ON SCHEMA practice TO practice_owner;
GRANT USAGE ON SCHEMA public TO practice_owner, practice_runtime;

CREATE TABLE practice.ledger_account (LIKE public.ledger_account INCLUDING ALL) WITH (fillfactor=50);
CREATE TABLE practice.ledger_journal (LIKE public.ledger_journal INCLUDING ALL);
CREATE TABLE practice.ledger_transfer (LIKE public.ledger_transfer INCLUDING ALL);
CREATE TABLE practice.trade (LIKE public.trade INCLUDING ALL);
CREATE TABLE practice.resting_order (LIKE public.resting_order INCLUDING ALL);
CREATE TABLE practice.resting_order_head (LIKE public.resting_order_head INCLUDING ALL);
CREATE TABLE practice.spot_position (LIKE public.spot_position INCLUDING ALL);
CREATE TABLE practice.spot_write_off (LIKE public.spot_write_off INCLUDING ALL);
CREATE TABLE practice.option_exposure (LIKE public.option_exposure INCLUDING ALL);
CREATE TABLE practice.option_expiry_exposure (LIKE public.option_expiry_exposure INCLUDING ALL);
-- Not for practice, and so for ever empty: whatever looks for them on this side finds nothing of the real one.
DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY['strategy_run', 'strategy_signal', 'vault_conversion', 'vault_position', 'deposit', 'deposit_reversal',
    'withdrawal', 'balance_adjustment', 'house_transfer', 'saving_plan', 'saving_record', 'referral_earning', 'referral_due'] LOOP
    EXECUTE format('CREATE TABLE practice.%I (LIKE public.%I)', v_table, v_table);
  END LOOP;
END
$$;

-- Numbers of its own, so that the real ones have no holes for it.
CREATE SEQUENCE practice.trade_number_seq OWNED BY practice.trade.number;
CREATE SEQUENCE practice.resting_order_number_seq OWNED BY practice.resting_order.number;
ALTER TABLE practice.trade ALTER COLUMN number SET DEFAULT nextval('practice.trade_number_seq');
ALTER TABLE practice.resting_order ALTER COLUMN number SET DEFAULT nextval('practice.resting_order_number_seq');

-- Beyond every id of the real side.
ALTER TABLE practice.ledger_account ALTER COLUMN id RESTART WITH 1000000000000000;
ALTER TABLE practice.ledger_journal ALTER COLUMN id RESTART WITH 1000000000000000;
ALTER TABLE practice.ledger_account ADD CONSTRAINT ledger_account_is_practice CHECK (id < 0 OR id >= 1000000000000000);
ALTER TABLE practice.ledger_transfer ADD CONSTRAINT ledger_transfer_is_practice CHECK (
  (debit_account_id < 0 OR debit_account_id >= 1000000000000000) AND (credit_account_id < 0 OR credit_account_id >= 1000000000000000)
);

-- Practice is not in the public log: what goes there is what the site agreed to with money.
CREATE VIEW practice.log_queue AS SELECT NULL::bigint AS place, NULL::text AS kind, NULL::uuid AS ref WHERE false;
CREATE RULE log_queue_is_not_kept AS ON INSERT TO practice.log_queue DO INSTEAD NOTHING;
-- What is told goes through the one outbox, named as of practice (practice.tell).
CREATE VIEW practice.outbox AS
  SELECT NULL::boolean AS bulk, NULL::uuid AS user_id, NULL::text AS kind, NULL::json AS payload WHERE false;

INSERT INTO practice.ledger_account (id, kind, currency, shard, floor_micro) OVERRIDING SYSTEM VALUE
SELECT a.id, a.kind, a.currency, a.shard, a.floor_micro FROM public.ledger_account a WHERE a.owner_id IS NULL;
INSERT INTO practice.option_exposure (shard) SELECT generate_series(0, 15);

DO $$
DECLARE
  v_table text;
BEGIN
  FOR v_table IN SELECT c.relname FROM pg_class c WHERE c.relnamespace = 'practice'::regnamespace AND c.relkind IN ('r', 'v') LOOP
    EXECUTE format('ALTER TABLE practice.%I OWNER TO practice_owner', v_table);
    EXECUTE format('GRANT SELECT ON practice.%I TO practice_runtime', v_table);
  END LOOP;
END
$$;

-- What the rules of a trade are read from, and nothing else.
GRANT SELECT ON market_tick, market_head, site_rule, setting, option_offer, trade_config, risk_acceptance, app_user, own_limit, exclusion
  TO practice_owner;
GRANT INSERT ON outbox TO practice_owner;
GRANT EXECUTE ON FUNCTION app_now(), uuid_v7() TO practice_owner, practice_runtime;

-- What a request tells its user leaves by the same way.
GRANT INSERT ON practice.outbox TO practice_runtime;

-- Requests on the practice side read of the real one what the application does, and write nothing of it. A new table that
-- they are to read needs its own grant.
DO $$
DECLARE
  v_table text;
BEGIN
  FOR v_table IN
    SELECT c.relname FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND c.relname <> '_prisma_migrations' AND has_table_privilege('app_runtime', c.oid, 'SELECT')
  LOOP
    EXECUTE format('GRANT SELECT ON public.%I TO practice_runtime', v_table);
  END LOOP;
END
$$;
