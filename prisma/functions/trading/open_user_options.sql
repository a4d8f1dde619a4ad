-- Opens many options at once, of many users, behind the rules of open_user_option and open_option:
-- those that certainly nothing stands in the way of. Whatever is refused, repeats a key, meets a
-- locked row, is of somebody with limits of their own, comes near a cap or needs more than one
-- shard of the pool is left out, with all that its user asked for after it: those are for
-- open_user_option, which alone decides what is refused.
-- Arguments: p_requests is an array of 64 objects at most: place (its order), and the arguments of
--   open_user_option as refusal, key, hash (hexadecimal, with \x), user, direction, amount,
--   duration, rate, min, max, daily, sources, cap_second and cap_direction, null where they may be.
-- Returns: a row for each that was opened: its place, and what open_user_option returns.
-- Raises: invalid_parameter_value for more than 64; unique_violation or lock_not_available where
--   one of the keys comes in another transaction just now: nothing is opened then.
-- Locks: the users' available accounts and a shard of the option pool, where they are free, its
--   option_exposure and option_expiry_exposure, then the journals' keys, for 100 ms at most.
CREATE OR REPLACE FUNCTION open_user_options(p_requests jsonb)
  RETURNS TABLE (
    o_place integer,
    o_trade_id uuid,
    o_opened_at timestamptz,
    o_collateral_micro bigint,
    o_available_micro bigint,
    o_number bigint,
    o_simulated boolean
  )
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
  SET enable_hashjoin = off
  SET enable_mergejoin = off
  SET plan_cache_mode = force_generic_plan
  SET lock_timeout = '100ms'
AS $$
DECLARE
  c_most CONSTANT integer := 64;
  c_small CONSTANT bigint := 400000000000;
  v_delay_ms integer := option_entry_delay_ms();
  v_accounts bigint[];
  v_pool record;
BEGIN
  IF jsonb_array_length(p_requests) > c_most THEN
    RAISE EXCEPTION 'more than % requests', c_most USING ERRCODE = 'invalid_parameter_value';
  END IF;
  -- Users before the house, and nobody is waited for: whoever holds one of them may wait for one that is held here.
  SELECT array_agg(l.id) INTO v_accounts FROM (
    SELECT a.id FROM ledger_account a
    WHERE a.owner_id = ANY (ARRAY(SELECT (r.value ->> 'user')::uuid FROM jsonb_array_elements(p_requests) r))
      AND a.kind = 'available' AND a.currency = 'USDT' AND a.shard = 0
    ORDER BY a.id DESC FOR NO KEY UPDATE SKIP LOCKED
  ) l;
  SELECT a.id, a.shard, a.seq, a.balance_micro INTO v_pool FROM ledger_account a
  WHERE a.id BETWEEN -115 AND -100
  ORDER BY a.id <> -100 - pg_backend_pid() % 16, a.balance_micro DESC LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED;
  IF v_accounts IS NULL OR v_pool.id IS NULL THEN
    RETURN;
  END IF;

  RETURN QUERY WITH rule AS MATERIALIZED (
    SELECT s.*, h.at AS tick_at, h.source_count, h.simulated, h.contested, greatest(app_now(), h.at) AS opened_at,
      h.at BETWEEN app_now() - interval '10 seconds' AND app_now() AS is_fresh, (app_now() AT TIME ZONE 'UTC')::date AS today,
      floor(extract(epoch FROM h.at) + v_delay_ms / 1000.0)::bigint + 1 AS entry_second,
      -- What whoever can't be seen here may hold at most, and what they expect to be held here at most.
      15 * mul_div_half_even(least(s.option_max_micro, 1000000000000000), o.highest, 1000000) AS margin,
      least(s.option_max_micro, 1000000000000000) / 1000000 * o.lowest AS room
    FROM site_rule s JOIN market_head h ON h.id = 1
    CROSS JOIN (SELECT max(payout_rate_ppm) AS highest, min(payout_rate_ppm) AS lowest FROM option_offer WHERE offered_until IS NULL) o
    WHERE s.singleton
  ), judged AS MATERIALIZED (
    SELECT r.*, a.id AS account, a.seq, a.balance_micro, CASE WHEN a.counted_day = s.today THEN a.counted_trades ELSE 0 END AS counted, s.today, s.opened_at, s.simulated, s.room AS site_room, s.margin,
      s.entry_second + r.duration AS second,
      least(r.cap_second, s.option_cap_second_micro) AS most_second, least(r.cap_direction, s.option_cap_direction_micro) AS most_direction,
      least(r.daily, s.daily_trade_limit, c.daily_trade_limit) AS most_daily,
      least(r.max, s.option_max_micro, c.max_amount_micro, 1000000000000000) AS most,
      (least(r.amount, c_small) * r.rate + 499999 + least(r.amount, c_small) * r.rate / 1000000 % 2) / 1000000 AS collateral,
      (r.refusal IS NULL AND octet_length(r.hash) = 32 AND octet_length(r.key) BETWEEN 1 AND 200
        AND row_number() OVER (PARTITION BY r.key ORDER BY r.place) = 1
        AND (SELECT j.id FROM ledger_journal j WHERE j.idempotency_key = r.key) IS NULL
        AND s.is_fresh AND NOT s.contested AND s.source_count >= greatest(r.sources, s.min_sources)
        AND u.is_active AND a.limited IS NOT TRUE AND (u.country_iso = ANY (s.option_blocked_countries)) IS NOT TRUE
        AND s.option_enabled AND c.option_enabled IS DISTINCT FROM false
        AND o.payout_rate_ppm = r.rate AND r.rate BETWEEN 0 AND 10000000
        AND r.direction IN ('up', 'down') AND r.duration BETWEEN 1 AND 86400
        AND (SELECT k.id FROM risk_acceptance k
          WHERE k.user_id = r."user" AND k.product = 'option' AND k.version = s.risk_version) IS NOT NULL
        AND r.amount BETWEEN greatest(1, r.min, s.option_min_micro, c.min_amount_micro)
          AND least(r.max, s.option_max_micro, c.max_amount_micro, c_small)) IS TRUE AS is_sound
    FROM rule s CROSS JOIN jsonb_to_recordset(p_requests) AS r (place integer, refusal text, key text, hash bytea, "user" uuid, direction text,
      amount bigint, duration integer, rate integer, min bigint, max bigint, daily integer, sources integer,
      cap_second bigint, cap_direction bigint)
    JOIN ledger_account a ON a.owner_id = r."user" AND a.kind = 'available' AND a.currency = 'USDT' AND a.shard = 0
      AND a.id = ANY (v_accounts)
    LEFT JOIN app_user u ON u.id = r."user"
    LEFT JOIN trade_config c ON c.user_id = r."user"
    LEFT JOIN option_offer o ON o.duration_seconds = r.duration AND o.offered_until IS NULL
  ), lined AS (
    SELECT j.*, row_number() OVER own AS nth, sum(j.amount) OVER own AS spent
    FROM judged j WINDOW own AS (PARTITION BY j.account ORDER BY j.place)
  ), first AS (
    -- Of each user all up to what may be refused.
    SELECT * FROM (
      SELECT l.*, bool_and(l.is_sound AND l.spent <= l.balance_micro AND (l.counted + l.nth <= l.most_daily) IS NOT FALSE)
        OVER (PARTITION BY l.account ORDER BY l.place) AS goes
      FROM lined l
    ) f WHERE f.goes
  ), pooled AS MATERIALIZED (
    -- As much as one option may take: that is what whoever comes near a cap keeps free for each shard.
    SELECT * FROM (
      SELECT f.*, sum(f.collateral) OVER (ORDER BY f.place) AS taken,
        count(*) FILTER (WHERE f.collateral > 0) OVER (ORDER BY f.place) AS pool_nth,
        min(f.most / 1000000 * f.rate) OVER () AS room
      FROM first f
    ) p WHERE p.taken <= least(p.room, p.site_room, v_pool.balance_micro)
  ), kept AS MATERIALIZED (
    SELECT p.*, uuid_v7() AS trade_id, nextval('trade_number_seq') AS number FROM (SELECT * FROM pooled ORDER BY place) p
    WHERE (SELECT bool_and(g.held + g.more + g.margin <= g.most) FROM (
      SELECT (SELECT sum(CASE q.direction WHEN 'up' THEN e.up_micro ELSE e.down_micro END) FROM option_exposure e) AS held,
        sum(q.collateral) AS more, max(q.margin) AS margin, min(q.most_direction) AS most FROM pooled q GROUP BY q.direction
      UNION ALL
      SELECT coalesce((SELECT sum(e.collateral_micro) FROM option_expiry_exposure e WHERE e.expiry_second = q.second), 0),
        sum(q.collateral), max(q.margin), min(q.most_second) FROM pooled q GROUP BY q.second
    ) g)
  ), journal AS (
    INSERT INTO ledger_journal (kind, idempotency_key, input_hash, actor_id, result_id, at)
    SELECT 'option_open', k.key, k.hash, k."user", k.trade_id, k.opened_at FROM kept k ORDER BY k.key
    RETURNING id, result_id
  ), paid AS (
    UPDATE ledger_account a SET balance_micro = a.balance_micro - d.amount, seq = a.seq + d.n, counted_trades = d.counted + d.n, counted_day = d.today
    FROM (SELECT k.account, k.counted, k.today, sum(k.amount)::bigint AS amount, count(*)::integer AS n FROM kept k GROUP BY k.account, k.counted, k.today) d
    WHERE a.id = d.account
  ), backed AS (
    UPDATE ledger_account a SET balance_micro = a.balance_micro - d.amount, seq = a.seq + d.n
    FROM (SELECT sum(k.collateral)::bigint AS amount, count(*) AS n FROM kept k WHERE k.collateral > 0) d
    WHERE a.id = v_pool.id AND d.n > 0
  ), exposed AS (
    UPDATE option_exposure e SET up_micro = e.up_micro + d.up, down_micro = e.down_micro + d.down
    FROM (SELECT coalesce(sum(k.collateral) FILTER (WHERE k.direction = 'up'), 0)::bigint AS up,
      coalesce(sum(k.collateral) FILTER (WHERE k.direction = 'down'), 0)::bigint AS down FROM kept k) d
    WHERE e.shard = v_pool.shard AND d.up + d.down > 0
  ), expiring AS (
    INSERT INTO option_expiry_exposure AS e (expiry_second, shard, collateral_micro)
    SELECT k.second, v_pool.shard, sum(k.collateral)::bigint FROM kept k GROUP BY k.second
    ON CONFLICT (expiry_second, shard) DO UPDATE SET collateral_micro = e.collateral_micro + excluded.collateral_micro
  ), opened AS (
    INSERT INTO trade (id, number, shard, user_id, type, status, direction, amount_micro, currency, duration_seconds,
      payout_rate_ppm, collateral_micro, opened_at, entry_delay_ms, simulated)
    SELECT k.trade_id, k.number, v_pool.shard, k."user", 'option', 'open', k.direction, k.amount, 'USDT', k.duration,
      k.rate, k.collateral, k.opened_at, v_delay_ms, k.simulated FROM kept k
  ), posted AS (
    INSERT INTO ledger_transfer (at, journal_id, line, debit_account_id, credit_account_id, amount_micro, currency,
      debit_seq, debit_balance_micro, reference_type, reference_id)
    SELECT k.opened_at, j.id, l.line, l.debit, -8, l.amount, 'USDT', l.seq, l.balance, 'trade', k.trade_id
    FROM kept k JOIN journal j ON j.result_id = k.trade_id
    CROSS JOIN LATERAL (VALUES (1, k.account, k.amount, k.seq + k.nth, (k.balance_micro - k.spent)::bigint),
      (2, v_pool.id, k.collateral, v_pool.seq + k.pool_nth, (v_pool.balance_micro - k.taken)::bigint)) AS l (line, debit, amount, seq, balance)
    WHERE l.amount > 0
  )
  SELECT k.place, k.trade_id, k.opened_at, k.collateral, (k.balance_micro - k.spent)::bigint, k.number, k.simulated FROM kept k;
END
$$;

ALTER FUNCTION open_user_options(jsonb) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION open_user_options(jsonb) FROM PUBLIC, app_runtime;
GRANT EXECUTE ON FUNCTION open_user_options(jsonb) TO app_runtime;
