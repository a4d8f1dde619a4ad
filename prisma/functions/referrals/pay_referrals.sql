-- Pays commissions that are due, the oldest first. One is dropped without a payment where the
-- commission comes to nothing, the referrer's country is blocked, their account was erased, or
-- the source was paid before. What the house can't pay stays due. May run anywhere at once.
-- Arguments: p_rate_ppm (parts per million, 0 to 1,000,000) is for those without a rate,
--   p_blocked are ISO codes of countries, p_limit is 1 to 10,000. The settings' rate and countries
--   count as well: a caller's can only narrow them.
-- Returns: a row a referrer: payments and micro-units of USDT.
-- Raises: invalid_parameter_value (22023).
-- Locks: rows of referral_due (SKIP LOCKED), then the referrers' accounts and the house's, ids
--   descending. Only then it looks at the users: an erasure under way holds these locks.
CREATE OR REPLACE FUNCTION pay_referrals(
  p_rate_ppm integer,
  p_blocked text[],
  p_limit integer DEFAULT 1000
)
  RETURNS TABLE (o_referrer_id uuid, o_payments integer, o_earned_micro bigint)
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
DECLARE
  c_house CONSTANT bigint := -7;
  v_ids bigint[];
  v_accounts bigint[];
  v_house_seq bigint;
  v_house_balance bigint;
  v_journal bigint;
  v_now timestamptz;
BEGIN
  IF p_rate_ppm IS NULL OR p_rate_ppm NOT BETWEEN 0 AND 1000000 OR p_blocked IS NULL OR p_limit NOT BETWEEN 1 AND 10000 THEN
    RAISE EXCEPTION 'not a way to pay referrals' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  SELECT least(p_rate_ppm, r.referral_rate_ppm), p_blocked || r.referral_blocked_countries INTO p_rate_ppm, p_blocked FROM site_rule r;
  SELECT array_agg(d.id) INTO v_ids FROM (
    SELECT id FROM referral_due ORDER BY id LIMIT p_limit FOR UPDATE SKIP LOCKED
  ) d;
  IF v_ids IS NULL THEN
    RETURN;
  END IF;
  UPDATE referral_due SET rate_ppm = p_rate_ppm WHERE id = ANY (v_ids) AND rate_ppm IS NULL;

  -- The referrers and then the house, in the global order.
  SELECT array_agg(DISTINCT a.id) INTO v_accounts FROM referral_due d JOIN ledger_account a
    ON a.owner_id = d.referrer_id AND a.kind = 'available' AND a.currency = 'USDT' AND a.shard = 0
  WHERE d.id = ANY (v_ids);
  PERFORM 1 FROM ledger_account WHERE id = ANY (v_accounts || c_house) ORDER BY id DESC FOR NO KEY UPDATE;
  -- Only now: an erasure under way holds these locks, and a new statement sees what it did.
  DELETE FROM referral_due d USING app_user u
  WHERE d.id = ANY (v_ids) AND u.id = d.referrer_id AND (
    referral_commission(d.fee_micro, d.rate_ppm) = 0 OR u.country_iso = ANY (p_blocked) OR u.erased_at IS NOT NULL
    OR EXISTS (SELECT FROM referral_earning e WHERE e.source_type = d.source_type AND e.source_id = d.source_id));
  SELECT seq, balance_micro INTO v_house_seq, v_house_balance FROM ledger_account WHERE id = c_house;
  -- As many as there is money for, the oldest first.
  SELECT array_agg(c.id) INTO v_ids FROM (
    SELECT id, sum(referral_commission(fee_micro, rate_ppm)) OVER (ORDER BY id) AS upto
    FROM referral_due WHERE id = ANY (v_ids)
  ) c WHERE c.upto <= v_house_balance;
  IF v_ids IS NULL THEN
    RETURN;
  END IF;

  v_now := app_now();
  v_journal := ledger_begin('referral_commission', 'referral:' || uuid_v7(), sha256('referral'), NULL);
  RETURN QUERY WITH paid AS MATERIALIZED (
    DELETE FROM referral_due WHERE id = ANY (v_ids)
    RETURNING id, source_type, source_id, referrer_id, referred_id, fee_micro,
      referral_commission(fee_micro, rate_ppm) AS earned, uuid_v7() AS earning_id
  ), earned AS (
    INSERT INTO referral_earning (id, referrer_id, referred_id, source_type, source_id, fee_micro, earned_micro, created_at)
    SELECT p.earning_id, p.referrer_id, p.referred_id, p.source_type, p.source_id, p.fee_micro, p.earned, v_now FROM paid p
  ), legs AS MATERIALIZED (
    SELECT p.id, p.earning_id, p.earned, a.id AS account, a.seq, a.balance_micro FROM paid p JOIN ledger_account a
      ON a.owner_id = p.referrer_id AND a.kind = 'available' AND a.currency = 'USDT' AND a.shard = 0
  ), posted AS (
    INSERT INTO ledger_transfer (at, journal_id, line, debit_account_id, credit_account_id, amount_micro, currency,
      debit_seq, debit_balance_micro, credit_seq, credit_balance_micro, reference_type, reference_id)
    SELECT v_now, v_journal, row_number() OVER house, c_house, l.account, l.earned, 'USDT',
      v_house_seq + row_number() OVER house, (v_house_balance - sum(l.earned) OVER house)::bigint,
      l.seq + row_number() OVER own, (l.balance_micro + sum(l.earned) OVER own)::bigint, 'referral_earning', l.earning_id
    FROM legs l
    WINDOW house AS (ORDER BY l.id ROWS UNBOUNDED PRECEDING), own AS (PARTITION BY l.account ORDER BY l.id ROWS UNBOUNDED PRECEDING)
  ), moved AS (
    UPDATE ledger_account a SET balance_micro = a.balance_micro + d.amount, seq = a.seq + d.n
    FROM (
      SELECT l.account, sum(l.earned)::bigint AS amount, count(*) AS n FROM legs l GROUP BY l.account
      UNION ALL SELECT c_house, -sum(l.earned)::bigint, count(*) FROM legs l
    ) d WHERE a.id = d.account
  ), told AS (
    INSERT INTO outbox (bulk, user_id, kind, payload)
    SELECT true, p.referrer_id, 'commission_paid', json_build_object('referrerId', p.referrer_id, 'payments', count(*), 'earnedMicro', sum(p.earned)::text)
    FROM paid p GROUP BY p.referrer_id ORDER BY p.referrer_id
  )
  SELECT p.referrer_id, count(*)::integer, sum(p.earned)::bigint FROM paid p GROUP BY p.referrer_id;
END
$$;

ALTER FUNCTION pay_referrals(integer, text[], integer) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION pay_referrals(integer, text[], integer) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION pay_referrals(integer, text[], integer) TO app_runtime;
