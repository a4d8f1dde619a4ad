-- Ends a user's record now and says what was paid, in one round trip; the user is told of it.
-- Arguments: as saving_refund.
-- Returns: the record as it is now, its plan's name, and whether this was a repeat.
-- Raises: those of saving_refund.
-- Locks: what saving_refund takes.
CREATE OR REPLACE FUNCTION saving_end(
  p_key text,
  p_input_hash bytea,
  p_user uuid,
  p_record uuid
)
  RETURNS TABLE (o_record saving_record, o_plan text, o_replayed boolean)
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
BEGIN
  SELECT s.o_replayed INTO STRICT o_replayed FROM saving_refund(p_key, p_input_hash, p_user, p_record) s;
  IF NOT o_replayed THEN
    INSERT INTO outbox (user_id, kind, payload)
    VALUES (p_user, 'saving_ordered', json_build_object('recordId', p_record, 'userId', p_user, 'kind', 'refunded'));
  END IF;
  SELECT * INTO STRICT o_record FROM saving_record r WHERE r.id = p_record;
  SELECT p.name INTO STRICT o_plan FROM saving_plan p WHERE p.id = o_record.plan_id;
  RETURN NEXT;
END
$$;

ALTER FUNCTION saving_end(text, bytea, uuid, uuid) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION saving_end(text, bytea, uuid, uuid) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION saving_end(text, bytea, uuid, uuid) TO app_runtime;
