-- Begins a recurring buy of a user. Nothing is set aside: each time takes its own money.
-- Arguments: p_key names the request among the user's, p_input_hash (32 bytes, SHA-256) its input;
--   p_amount is micro-units of USDT; p_every, p_day, p_minute as in recurring_next; p_target is
--   'available' or 'stored'; p_max_price_e8 the most to pay for one XAUT (USDT times 10^8) or null.
-- Returns: its id, and whether this was a repeat.
-- Raises: IDEMPOTENCY_CONFLICT (the key was used with other input), PRODUCT_DISABLED,
--   TRADE_AMOUNT_OUT_OF_RANGE, BELOW_MINIMUM_STORAGE, TOO_MANY_RECURRING; check_violation for
--   what is no recurring buy.
-- Locks: all accounts of the user, ids descending.
CREATE OR REPLACE FUNCTION recurring_create(
  p_key text,
  p_input_hash bytea,
  p_user uuid,
  p_amount bigint,
  p_every text,
  p_day integer,
  p_minute integer,
  p_target text,
  p_max_price_e8 bigint
)
  RETURNS TABLE (o_id uuid, o_replayed boolean)
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
DECLARE
  c_most CONSTANT integer := 20;
  c_more_than_micro CONSTANT bigint := 10000000;
  v_hash bytea;
  v_rule record;
BEGIN
  PERFORM ledger_lock_user(p_user);
  SELECT r.id, r.input_hash INTO o_id, v_hash FROM recurring_buy r WHERE r.user_id = p_user AND r.request_key = p_key;
  IF o_id IS NOT NULL THEN
    IF v_hash <> p_input_hash THEN
      PERFORM ledger_raise('IDEMPOTENCY_CONFLICT');
    END IF;
    o_replayed := true;
    RETURN NEXT;
    RETURN;
  END IF;
  SELECT s.manual_enabled AND c.manual_enabled IS DISTINCT FROM false AS enabled,
    greatest(s.manual_min_micro, c.min_amount_micro) AS min, least(s.manual_max_micro, c.max_amount_micro) AS max
  INTO STRICT v_rule FROM site_rule s LEFT JOIN trade_config c ON c.user_id = p_user;
  IF p_target = 'stored' AND p_amount <= c_more_than_micro THEN
    PERFORM ledger_raise('BELOW_MINIMUM_STORAGE');
  ELSIF p_target = 'available' AND NOT v_rule.enabled THEN
    PERFORM ledger_raise('PRODUCT_DISABLED');
  ELSIF p_target = 'available' AND p_amount NOT BETWEEN v_rule.min AND v_rule.max THEN
    PERFORM ledger_raise('TRADE_AMOUNT_OUT_OF_RANGE');
  END IF;
  IF (SELECT count(*) FROM recurring_buy r WHERE r.user_id = p_user AND r.status <> 'deleted') >= c_most THEN
    PERFORM ledger_raise('TOO_MANY_RECURRING');
  END IF;
  INSERT INTO recurring_buy (user_id, request_key, input_hash, amount_micro, every, day, minute, target, max_price_e8, next_at, created_at)
  VALUES (p_user, p_key, p_input_hash, p_amount, p_every, p_day, p_minute, p_target, p_max_price_e8,
    recurring_next(p_every, p_day, p_minute, app_now()), app_now())
  RETURNING id INTO o_id;
  o_replayed := false;
  RETURN NEXT;
END
$$;

ALTER FUNCTION recurring_create(text, bytea, uuid, bigint, text, integer, integer, text, bigint) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION recurring_create(text, bytea, uuid, bigint, text, integer, integer, text, bigint) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION recurring_create(text, bytea, uuid, bigint, text, integer, integer, text, bigint) TO app_runtime;
