-- Records a withdrawal and holds its amount, behind the settings' limits and what binds its owner:
-- their withdrawal password, a hold, and saved addresses only. All that a request asks for is
-- decided here, in the order in which it is refused, and what was made is told of.
-- XAUT leaves the available XAUT; for the limits it counts with its value at the newest bid,
-- rounded up. The settings' fee is USDT: of XAUT it is what is worth as much at that bid, rounded
-- up, or what was reviewed, within 0.5% of it.
-- Arguments: p_amount is micro-units of USDT, of XAUT for XAUT, and contains p_fee, which must be
--   the settings' and is that where it is null. p_password_hash is the hash that the withdrawal
--   password was compared with. p_is_address says whether p_address is one of the network where
--   somebody can spend, p_saved_as is its one spelling, as it would be saved. p_does is 'check' to
--   do nothing yet, 'hold' to hold, or 'tell' to hold and tell of it, quietly in p_session.
-- Returns: the withdrawal, null after a mere check; or o_refused: 'address' for one that is none or
--   no pair, 'own_wallet' for one of the site's.
-- Raises: UNAUTHORIZED for an account that is off or frozen, WITHDRAW_PASSWORD_INCORRECT where the
--   password is another one now, WITHDRAWALS_ON_HOLD, WITHDRAW_PASSWORD_CHANGE_REQUIRED for one
--   that staff set, for XAUT those of market_quote, BELOW_MINIMUM_WITHDRAWAL, EXCEEDS_DAILY_LIMIT,
--   INSUFFICIENT_BALANCE, ADDRESS_NOT_SAVED, ADDRESS_NOT_USABLE_YET, WITHDRAWAL_TERMS_CHANGED, and
--   those of ledger_hold; unique_violation where it was requested before.
-- Locks: the user's row, then what ledger_hold takes.
CREATE OR REPLACE FUNCTION withdrawal_ask(
  p_id uuid,
  p_user uuid,
  p_currency text,
  p_network text,
  p_address text,
  p_amount bigint,
  p_fee bigint,
  p_password_hash text,
  p_is_address boolean,
  p_saved_as text,
  p_session uuid,
  p_does text
)
  RETURNS TABLE (o_withdrawal withdrawal, o_refused text)
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
DECLARE
  v_user app_user;
  v_rule site_rule;
  v_now timestamptz;
  v_usable_from timestamptz;
  v_saved uuid;
  v_unit text := ledger_currency(p_currency);
  v_is_gold boolean := p_currency = 'XAUT';
  v_tick bigint;
  v_bid bigint;
  v_value bigint := p_amount;
  v_fee bigint;
BEGIN
  IF EXISTS (SELECT FROM withdrawal w WHERE w.id = p_id) THEN
    RAISE EXCEPTION 'requested before' USING ERRCODE = 'unique_violation';
  END IF;
  SELECT * INTO v_user FROM app_user u WHERE u.id = p_user FOR NO KEY UPDATE;
  SELECT * INTO STRICT v_rule FROM site_rule;
  v_now := app_now();
  IF v_user.is_active IS NOT TRUE OR v_user.frozen_at IS NOT NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'XA001', MESSAGE = 'UNAUTHORIZED';
  ELSIF v_user.withdraw_password_hash IS NULL OR v_user.withdraw_password_hash IS DISTINCT FROM p_password_hash THEN
    PERFORM ledger_raise('WITHDRAW_PASSWORD_INCORRECT');
  ELSIF v_user.withdrawals_held_until > v_now THEN
    PERFORM ledger_raise('WITHDRAWALS_ON_HOLD');
  ELSIF v_user.one_time_withdraw_password_until IS NOT NULL THEN
    PERFORM ledger_raise('WITHDRAW_PASSWORD_CHANGE_REQUIRED');
  END IF;
  v_fee := v_rule.withdrawal_fee_micro;
  IF v_is_gold THEN
    SELECT q.o_tick_seq, q.o_bid_e8 INTO v_tick, v_bid FROM market_quote() q;
    -- More than there can be is above every limit.
    v_value := mul_div_up(least(greatest(p_amount, 0), 100000000000000), v_bid, 100000000);
    v_fee := mul_div_up(v_fee, 100000000, v_bid);
  END IF;
  IF (v_value >= v_rule.withdrawal_min_micro AND p_amount > greatest(v_fee, p_fee)) IS NOT TRUE THEN
    PERFORM ledger_raise('BELOW_MINIMUM_WITHDRAWAL');
  ELSIF v_value > v_rule.withdrawal_daily_micro - (SELECT coalesce(sum(coalesce(w.value_micro, w.amount_micro)), 0) FROM withdrawal w
      WHERE w.user_id = p_user AND w.status NOT IN ('failed', 'cancelled') AND w.created_at >= date_trunc('day', v_now, 'UTC')) THEN
    PERFORM ledger_raise('EXCEEDS_DAILY_LIMIT');
  ELSIF p_amount > (SELECT a.balance_micro FROM ledger_account a WHERE a.owner_id = p_user AND a.kind = 'available' AND a.currency = v_unit) THEN
    PERFORM ledger_raise('INSUFFICIENT_BALANCE');
  ELSIF p_is_address IS NOT TRUE OR length(p_address) NOT BETWEEN 1 AND 200 OR (p_currency, p_network) NOT IN (('BTC', 'BTC'), ('ETH', 'ERC20'),
    ('USDT', 'ERC20'), ('USDT', 'TRC20'), ('USDT', 'BEP20'), ('USDC', 'ERC20'), ('USDC', 'BEP20'), ('BNB', 'BEP20'), ('XAUT', 'ERC20')) THEN
    o_refused := 'address';
  ELSIF EXISTS (SELECT FROM wallet d CROSS JOIN LATERAL unnest(array_append(d.former_addresses, d.address)) AS own (address)
      WHERE own.address = p_address OR (own.address ~* '^(0x|bc1)' AND lower(own.address) = lower(p_address))) THEN
    o_refused := 'own_wallet';
  END IF;
  IF o_refused IS NOT NULL THEN
    RETURN NEXT;
    RETURN;
  END IF;
  IF v_user.address_book_only AND coalesce(v_user.address_book_off_at > v_now, true) THEN
    SELECT a.id, a.usable_from INTO v_saved, v_usable_from FROM withdrawal_address a
    WHERE a.user_id = p_user AND a.currency = p_currency AND a.network = p_network AND a.deleted_at IS NULL
      -- Capitals make no other address, but of those that are written in base 58.
      AND (a.address IN (p_address, p_saved_as) OR (p_address ~* '^(0x|bc1)' AND lower(a.address) = lower(p_address)));
    IF v_usable_from IS NULL THEN
      PERFORM ledger_raise('ADDRESS_NOT_SAVED');
    ELSIF v_usable_from > v_now THEN
      PERFORM ledger_raise('ADDRESS_NOT_USABLE_YET');
    END IF;
  END IF;
  IF (abs(p_fee - v_fee) > CASE WHEN v_is_gold AND v_fee > 0 THEN v_fee / 200 + 1 ELSE 0 END) THEN
    PERFORM ledger_raise('WITHDRAWAL_TERMS_CHANGED');
  ELSIF p_does IN ('hold', 'tell') THEN
    IF v_is_gold AND NOT EXISTS (SELECT FROM ledger_account a WHERE a.owner_id = p_user AND a.kind = 'held' AND a.currency = 'XAUT') THEN
      -- Of a user from before XAUT could be held.
      PERFORM ledger_open_user_accounts(p_user);
    END IF;
    INSERT INTO withdrawal (id, user_id, currency, network, address, amount_micro, fee_micro, value_micro, value_tick_seq,
      value_bid_e8, saved_address_id, waits_until, created_at)
    VALUES (p_id, p_user, p_currency, p_network, p_address, p_amount, coalesce(p_fee, v_fee), CASE WHEN v_is_gold THEN v_value END,
      v_tick, v_bid, v_saved, (SELECT v_now + make_interval(hours => x.hours) FROM (SELECT CASE WHEN d.next_at <= v_now THEN d.next_hours
        ELSE d.hours END AS hours FROM withdrawal_delay d WHERE d.user_id = p_user) x WHERE x.hours > 0), v_now)
    RETURNING * INTO o_withdrawal;
    PERFORM ledger_hold('withdrawal:' || p_id || ':hold', sha256(p_id::text::bytea), p_user, p_user, p_amount, p_id, v_unit);
    IF p_does = 'tell' THEN
      INSERT INTO outbox (user_id, kind, payload)
      VALUES (p_user, 'withdrawal_asked', json_build_object('withdrawalId', p_id, 'sessionId', p_session));
    END IF;
  END IF;
  RETURN NEXT;
END
$$;

ALTER FUNCTION withdrawal_ask(uuid, uuid, text, text, text, bigint, bigint, text, boolean, text, uuid, text) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION withdrawal_ask(uuid, uuid, text, text, text, bigint, bigint, text, boolean, text, uuid, text) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION withdrawal_ask(uuid, uuid, text, text, text, bigint, bigint, text, boolean, text, uuid, text) TO app_runtime;
