-- Keeps the public log from getting shorter.
-- Returns: the new row.
-- Raises: insufficient_privilege (42501).
-- Locks: none.
-- Trigger: before UPDATE, DELETE or TRUNCATE of log_head.
CREATE OR REPLACE FUNCTION log_head_guard()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND TG_LEVEL = 'ROW' THEN
    IF NEW.size >= OLD.size THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'log_head is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;

ALTER FUNCTION log_head_guard() OWNER TO ledger_owner;

CREATE OR REPLACE TRIGGER log_head_grows
  BEFORE UPDATE OR DELETE ON log_head
  FOR EACH ROW EXECUTE FUNCTION log_head_guard();
CREATE OR REPLACE TRIGGER log_head_no_truncate
  BEFORE TRUNCATE ON log_head
  FOR EACH STATEMENT EXECUTE FUNCTION log_head_guard();
