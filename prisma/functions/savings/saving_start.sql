-- Subscribes a user to a plan and says what was made, in one round trip; the user is told of it.
-- The function of nine arguments is the earlier version's.
-- Arguments: as saving_subscribe; p_auto_renew and p_min_rate_ppb as saving_choose_renewal.
-- Returns: the record as it is now, its plan's name, and whether this was a repeat.
-- Raises: those of saving_subscribe, SAVING_NOT_RENEWABLE.
-- Locks: what saving_subscribe takes.
CREATE OR REPLACE FUNCTION saving_start(
  p_key text,
  p_input_hash bytea,
  p_user uuid,
  p_plan uuid,
  p_amount bigint,
  p_expected_rate_ppb bigint,
  p_expected_days integer,
  p_expected_type text,
  p_expected_currency text
)
  RETURNS TABLE (o_record saving_record, o_plan text, o_replayed boolean)
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
BEGIN
  RETURN QUERY SELECT * FROM saving_start(p_key, p_input_hash, p_user, p_plan, p_amount, p_expected_rate_ppb, p_expected_days,
    p_expected_type, p_expected_currency, 'none', NULL::bigint);
END
$$;

ALTER FUNCTION saving_start(text, bytea, uuid, uuid, bigint, bigint, integer, text, text) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION saving_start(text, bytea, uuid, uuid, bigint, bigint, integer, text, text) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION saving_start(text, bytea, uuid, uuid, bigint, bigint, integer, text, text) TO app_runtime;

CREATE OR REPLACE FUNCTION saving_start(
  p_key text,
  p_input_hash bytea,
  p_user uuid,
  p_plan uuid,
  p_amount bigint,
  p_expected_rate_ppb bigint,
  p_expected_days integer,
  p_expected_type text,
  p_expected_currency text,
  p_auto_renew text,
  p_min_rate_ppb bigint
)
  RETURNS TABLE (o_record saving_record, o_plan text, o_replayed boolean)
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
DECLARE
  v_id uuid;
BEGIN
  SELECT s.o_record_id, s.o_replayed INTO STRICT v_id, o_replayed
  FROM saving_subscribe(p_key, p_input_hash, p_user, p_plan, p_amount, p_expected_rate_ppb, p_expected_days, p_expected_type,
    p_expected_currency) s;
  IF NOT o_replayed THEN
    IF p_auto_renew <> 'none' THEN
      PERFORM saving_choose_renewal(p_user, v_id, p_auto_renew, p_min_rate_ppb);
    END IF;
    INSERT INTO outbox (user_id, kind, payload)
    VALUES (p_user, 'saving_ordered', json_build_object('recordId', v_id, 'userId', p_user, 'kind', 'started'));
  END IF;
  SELECT * INTO STRICT o_record FROM saving_record r WHERE r.id = v_id;
  SELECT p.name INTO STRICT o_plan FROM saving_plan p WHERE p.id = o_record.plan_id;
  RETURN NEXT;
END
$$;

ALTER FUNCTION saving_start(text, bytea, uuid, uuid, bigint, bigint, integer, text, text, text, bigint) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION saving_start(text, bytea, uuid, uuid, bigint, bigint, integer, text, text, text, bigint) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION saving_start(text, bytea, uuid, uuid, bigint, bigint, integer, text, text, text, bigint) TO app_runtime;
