-- Prices are recorded under a login of the feed's own: whoever has the application's can record none.
-- docs/decisions/database-roles.md
DO $$
BEGIN
  BEGIN
    CREATE ROLE feed_runtime NOLOGIN;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
  END;
  -- A migrating user that is no superuser hands it rights, and may be who the feed logs in as.
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('GRANT feed_runtime TO %I', current_user);
  END IF;
END
$$;

GRANT USAGE ON SCHEMA public TO feed_runtime;
GRANT SELECT ON market_tick, market_head, setting TO feed_runtime;
GRANT SELECT, INSERT, UPDATE, DELETE ON market_candle, market_rate TO feed_runtime;
REVOKE INSERT, UPDATE, DELETE ON market_candle, market_rate FROM app_runtime;
