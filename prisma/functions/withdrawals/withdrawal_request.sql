-- Records a withdrawal and holds its amount as the version before asks for it, which tells of it by
-- itself: see withdrawal_ask.
-- Arguments: as withdrawal_ask.
-- Returns: nothing.
-- Raises: those of withdrawal_ask; check_violation where nothing can be sent there.
-- Locks: what withdrawal_ask takes.
CREATE OR REPLACE FUNCTION withdrawal_request(
  p_id uuid,
  p_user uuid,
  p_currency text,
  p_network text,
  p_address text,
  p_amount bigint,
  p_fee bigint,
  p_password_hash text
)
  RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
DECLARE
  v_refused text;
BEGIN
  SELECT a.o_refused INTO STRICT v_refused FROM withdrawal_ask(p_id, p_user, p_currency, p_network, p_address, p_amount, p_fee,
    p_password_hash, true, NULL, NULL, 'hold') a;
  IF v_refused IS NOT NULL THEN
    RAISE EXCEPTION 'no coin can be sent there' USING ERRCODE = 'check_violation';
  END IF;
END
$$;

ALTER FUNCTION withdrawal_request(uuid, uuid, text, text, text, bigint, bigint, text) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION withdrawal_request(uuid, uuid, text, text, text, bigint, bigint, text) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION withdrawal_request(uuid, uuid, text, text, text, bigint, bigint, text) TO app_runtime;
