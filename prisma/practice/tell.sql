-- Hands a message of the practice side to the outbox that all messages leave by, with its account
-- named.
-- Returns: the row.
-- Raises: nothing.
-- Locks: none.
-- Trigger: instead of INSERT on practice.outbox.
CREATE OR REPLACE FUNCTION tell()
  RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = practice, public, pg_temp
AS $$
BEGIN
  INSERT INTO public.outbox (bulk, user_id, kind, payload)
  VALUES (coalesce(NEW.bulk, false), NEW.user_id, NEW.kind, (NEW.payload::jsonb || '{"account": "practice"}')::json);
  RETURN NEW;
END
$$;

ALTER FUNCTION tell() OWNER TO practice_owner;
REVOKE ALL ON FUNCTION tell() FROM PUBLIC;

CREATE OR REPLACE TRIGGER outbox_tell
  INSTEAD OF INSERT ON outbox
  FOR EACH ROW EXECUTE FUNCTION tell();
