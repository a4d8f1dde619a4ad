-- The option engine. An outcome is computed here, from recorded ticks, and nowhere else: no
-- argument of any function below is an outcome, a price or a time.

GRANT SELECT, INSERT, UPDATE ON trade TO ledger_owner;

-- What trade's check constraints said is said by the two triggers below instead: Postgres parses every
-- check of a table again for each statement that writes to it, 150 us of the 210 that inserting one trade took.
ALTER TABLE trade
  DROP CONSTRAINT IF EXISTS trade_type, DROP CONSTRAINT IF EXISTS trade_status, DROP CONSTRAINT IF EXISTS trade_currency,
  DROP CONSTRAINT IF EXISTS trade_amounts, DROP CONSTRAINT IF EXISTS trade_option_shape,
  DROP CONSTRAINT IF EXISTS trade_spot_shape, DROP CONSTRAINT IF EXISTS trade_outcome;

CREATE FUNCTION trade_refuse() RETURNS void
  LANGUAGE plpgsql
  AS $$
BEGIN
  RAISE EXCEPTION 'trades change through database functions only, and an outcome is final'
    USING ERRCODE = 'insufficient_privilege';
END
$$;

-- An option starts open, without prices; a spot trade is complete from the start.
CREATE FUNCTION trade_inserted() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
BEGIN
  IF current_user = 'ledger_owner' AND NEW.amount_micro > 0 AND NEW.fee_micro >= 0 AND (CASE NEW.type
    WHEN 'option' THEN NEW.status = 'open' AND NEW.direction IN ('up', 'down') AND NEW.side IS NULL AND NEW.currency = 'USDT'
      AND NEW.duration_seconds > 0 AND NEW.payout_rate_ppm >= 0 AND NEW.collateral_micro >= 0 AND NEW.shard BETWEEN 0 AND 15
      AND num_nulls(NEW.entry_tick_seq, NEW.entry_price_e8, NEW.entry_at, NEW.expires_at, NEW.exit_tick_seq,
        NEW.exit_price_e8, NEW.settled_at, NEW.payout_micro, NEW.pnl_micro, NEW.received_micro) = 10
    ELSE NEW.type IN ('manual', 'ai') AND NEW.status IN ('filled', 'stopped') AND NEW.side IN ('buy', 'sell')
      AND NEW.direction IS NULL AND NEW.currency IN ('USDT', 'XAUT') AND coalesce(NEW.received_micro, 0) >= 0
    END) THEN
    RETURN NULL;
  END IF;
  IF current_user <> 'ledger_owner' THEN
    PERFORM trade_refuse();
  END IF;
  RAISE EXCEPTION 'not a valid new trade' USING ERRCODE = 'check_violation';
END
$$;
CREATE TRIGGER trade_inserted AFTER INSERT ON trade FOR EACH ROW EXECUTE FUNCTION trade_inserted();

-- The only changes there are: an open option gets its entry, or its outcome, and the outcome must
-- follow from the two recorded prices. Once a statement, so that settling a batch stays cheap; hashed,
-- because a plan cached from a small batch would compare every row of a large one with every other.
CREATE FUNCTION trade_updated() RETURNS trigger
  LANGUAGE plpgsql SET enable_nestloop = off
  AS $$
BEGIN
  IF current_user <> 'ledger_owner' OR EXISTS (
    SELECT 1 FROM after_row n LEFT JOIN before_row o ON o.id = n.id
    WHERE o.id IS NULL OR o.type <> 'option' OR o.status <> 'open'
      OR (n.user_id, n.type, n.direction, n.amount_micro, n.currency, n.payout_rate_ppm, n.collateral_micro, n.duration_seconds, n.opened_at, n.shard)
        IS DISTINCT FROM (o.user_id, o.type, o.direction, o.amount_micro, o.currency, o.payout_rate_ppm, o.collateral_micro, o.duration_seconds, o.opened_at, o.shard)
      OR (o.entry_tick_seq IS NOT NULL AND (n.entry_tick_seq, n.entry_price_e8, n.entry_at, n.expires_at, n.simulated)
        IS DISTINCT FROM (o.entry_tick_seq, o.entry_price_e8, o.entry_at, o.expires_at, o.simulated))
      OR (n.entry_tick_seq IS NOT NULL AND (n.entry_at > n.opened_at
        AND n.expires_at = n.entry_at + make_interval(secs => n.duration_seconds)) IS NOT TRUE)
      OR (CASE n.status
        WHEN 'open' THEN num_nulls(n.settled_at, n.exit_tick_seq, n.exit_price_e8, n.payout_micro, n.pnl_micro) = 5
        WHEN 'won' THEN n.payout_micro = n.amount_micro + n.collateral_micro
          AND CASE n.direction WHEN 'up' THEN n.exit_price_e8 > n.entry_price_e8 ELSE n.exit_price_e8 < n.entry_price_e8 END
        WHEN 'lost' THEN n.payout_micro = 0
          AND CASE n.direction WHEN 'up' THEN n.exit_price_e8 < n.entry_price_e8 ELSE n.exit_price_e8 > n.entry_price_e8 END
        WHEN 'refunded' THEN n.payout_micro = n.amount_micro AND n.exit_price_e8 = n.entry_price_e8
        WHEN 'void' THEN n.payout_micro = n.amount_micro
        END) IS NOT TRUE
      OR (n.status <> 'open' AND (n.settled_at IS NULL OR n.pnl_micro IS DISTINCT FROM n.payout_micro - n.amount_micro))
  ) THEN
    PERFORM trade_refuse();
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER trade_updated AFTER UPDATE ON trade REFERENCING OLD TABLE AS before_row NEW TABLE AS after_row
  FOR EACH STATEMENT EXECUTE FUNCTION trade_updated();
CREATE TRIGGER trade_no_removal BEFORE DELETE ON trade
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- What open options could cost the house, per pool shard and direction. A row is only touched
-- under the lock of its shard's pool account.
CREATE TABLE option_exposure (
  shard smallint NOT NULL,
  up_micro bigint NOT NULL DEFAULT 0,
  down_micro bigint NOT NULL DEFAULT 0,
  CONSTRAINT option_exposure_pkey PRIMARY KEY (shard)
) WITH (fillfactor = 10);
-- The same per second of expected expiry. Rows of past seconds are cleared by ledger_even_out_pools' job.
CREATE TABLE option_expiry_exposure (
  expiry_second bigint NOT NULL,
  shard smallint NOT NULL,
  collateral_micro bigint NOT NULL,
  CONSTRAINT option_expiry_exposure_pkey PRIMARY KEY (expiry_second, shard)
);
ALTER TABLE option_exposure OWNER TO ledger_owner;
ALTER TABLE option_expiry_exposure OWNER TO ledger_owner;
SET ROLE ledger_owner;
INSERT INTO option_exposure (shard) SELECT generate_series(0, 15);
RESET ROLE;

-- Trades that count against today's limit: since 00:00 UTC or the user's last reset. Fills of a strategy do not count.
CREATE FUNCTION daily_trades_used(p_user uuid) RETURNS integer
  LANGUAGE plpgsql STABLE
  AS $$
BEGIN
  RETURN (SELECT count(*) FROM trade WHERE user_id = p_user AND type <> 'ai' AND opened_at >= greatest(
    date_trunc('day', app_now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC',
    (SELECT trade_count_reset_at FROM app_user WHERE id = p_user)));
END
$$;

-- Where collateral comes from when the preferred shard is short: the fullest that nobody holds, or,
-- waiting, any that has it. Returns the account, locked, or null when no shard can.
CREATE FUNCTION option_other_pool(p_collateral bigint) RETURNS bigint
  LANGUAGE plpgsql
  AS $$
DECLARE
  v_account bigint;
BEGIN
  SELECT id INTO v_account FROM ledger_account
  WHERE id BETWEEN -115 AND -100 AND balance_micro >= p_collateral
  ORDER BY balance_micro DESC LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED;
  IF v_account IS NULL THEN
    SELECT id INTO v_account FROM ledger_account
    WHERE id BETWEEN -115 AND -100 AND balance_micro >= p_collateral
    ORDER BY id DESC LIMIT 1 FOR NO KEY UPDATE;
  END IF;
  RETURN v_account;
END
$$;

-- Whether what is open, and p_more on top of it, is within the caps. Null caps are no caps.
CREATE FUNCTION option_within_caps(
  p_direction text, p_second bigint, p_more bigint, p_cap_second bigint, p_cap_direction bigint
) RETURNS boolean
  LANGUAGE plpgsql
  AS $$
BEGIN
  RETURN (p_cap_direction IS NULL OR (
      SELECT sum(CASE p_direction WHEN 'up' THEN up_micro ELSE down_micro END) FROM option_exposure
    ) + p_more <= p_cap_direction)
    AND (p_cap_second IS NULL OR coalesce((
      SELECT sum(collateral_micro) FROM option_expiry_exposure WHERE expiry_second = p_second
    ), 0) + p_more <= p_cap_second);
END
$$;

-- Opens an option: stake from the user and collateral from the house go to escrow, and the trade
-- waits for the first tick after opened_at. One round trip; repeats its first answer for a repeated key.
-- Limits are the caller's settings; p_daily_limit and the caps may be null (none).
-- Collateral = stake x rate, half to even.
CREATE FUNCTION open_option(
  p_key text, p_input_hash bytea, p_user uuid, p_direction text, p_amount bigint, p_duration_seconds integer,
  p_rate_ppm integer, p_min_amount bigint, p_max_amount bigint, p_daily_limit integer, p_min_sources integer,
  p_cap_second bigint, p_cap_direction bigint,
  OUT o_trade_id uuid, OUT o_opened_at timestamptz, OUT o_collateral_micro bigint, OUT o_available_micro bigint, OUT o_replayed boolean
)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off
  AS $$
DECLARE
  v_journal bigint;
  v_hash bytea;
  v_tick_at timestamptz;
  v_sources integer;
  v_account bigint;
  v_seq bigint;
  v_shard integer := pg_backend_pid() % 16;
  v_pool_account bigint := -100 - v_shard;
  v_pool_seq bigint;
  v_pool_balance bigint;
  v_second bigint;
  v_margin bigint;
  v_capped boolean := p_cap_second IS NOT NULL OR p_cap_direction IS NOT NULL;
  v_exclusive boolean := false;
BEGIN
  IF octet_length(p_input_hash) <> 32 OR octet_length(p_key) NOT BETWEEN 1 AND 200 OR p_key IS NULL OR p_input_hash IS NULL THEN
    PERFORM ledger_raise('IDEMPOTENCY_KEY_INVALID');
  END IF;
  o_trade_id := uuid_v7();
  INSERT INTO ledger_journal (kind, idempotency_key, input_hash, actor_id, result_id, at)
  VALUES ('option_open', p_key, p_input_hash, p_user, o_trade_id, app_now())
  ON CONFLICT (idempotency_key) DO NOTHING
  RETURNING id INTO v_journal;
  IF v_journal IS NULL THEN
    SELECT j.input_hash, j.result_id INTO STRICT v_hash, o_trade_id FROM ledger_journal j WHERE j.idempotency_key = p_key;
    IF v_hash <> p_input_hash THEN
      PERFORM ledger_raise('IDEMPOTENCY_CONFLICT');
    END IF;
    SELECT t.opened_at, t.collateral_micro INTO STRICT o_opened_at, o_collateral_micro FROM trade t WHERE t.id = o_trade_id;
    SELECT a.balance_micro INTO o_available_micro FROM ledger_account a
    WHERE a.owner_id = p_user AND a.kind = 'available' AND a.currency = 'USDT' AND a.shard = 0;
    o_replayed := true;
    RETURN;
  END IF;

  IF p_direction NOT IN ('up', 'down') OR p_duration_seconds NOT BETWEEN 1 AND 86400
    OR p_rate_ppm NOT BETWEEN 0 AND 10000000 OR p_direction IS NULL OR p_duration_seconds IS NULL OR p_rate_ppm IS NULL THEN
    PERFORM ledger_raise('OPTION_INVALID');
  END IF;
  IF p_amount IS NULL OR p_amount <= 0 OR p_amount < p_min_amount OR p_amount > p_max_amount OR p_amount > 1000000000000000 THEN
    PERFORM ledger_raise('TRADE_AMOUNT_OUT_OF_RANGE');
  END IF;
  SELECT h.at, h.source_count INTO v_tick_at, v_sources FROM market_head h WHERE h.id = 1;
  IF v_tick_at IS NULL OR v_tick_at < app_now() - interval '10 seconds' THEN
    PERFORM ledger_raise('MARKET_STALE');
  END IF;
  IF v_sources < p_min_sources THEN
    PERFORM ledger_raise('MARKET_THIN');
  END IF;
  o_collateral_micro := mul_div_half_even(p_amount, p_rate_ppm, 1000000);

  -- The user's row first: it orders this user's requests, so the count below can't be outrun.
  UPDATE ledger_account a SET balance_micro = a.balance_micro - p_amount, seq = a.seq + 1
  WHERE a.owner_id = p_user AND a.kind = 'available' AND a.currency = 'USDT' AND a.shard = 0
    AND a.balance_micro >= p_amount
  RETURNING a.id, a.seq, a.balance_micro INTO v_account, v_seq, o_available_micro;
  IF v_account IS NULL THEN
    PERFORM ledger_raise('INSUFFICIENT_BALANCE');
  END IF;
  IF p_daily_limit IS NOT NULL AND daily_trades_used(p_user) >= p_daily_limit THEN
    PERFORM ledger_raise('DAILY_TRADE_LIMIT');
  END IF;

  v_second := ceil(extract(epoch FROM app_now()))::bigint + p_duration_seconds;
  IF v_capped THEN
    -- Each of the 15 other shards can hold one option not yet visible here. Far from a cap that
    -- margin settles it; near one, lock every shard and count exactly.
    v_margin := 15 * mul_div_half_even(p_max_amount, p_rate_ppm, 1000000);
    v_exclusive := NOT option_within_caps(p_direction, v_second, o_collateral_micro + v_margin, p_cap_second, p_cap_direction);
    IF v_exclusive THEN
      PERFORM 1 FROM ledger_account WHERE id BETWEEN -115 AND -100 ORDER BY id DESC FOR NO KEY UPDATE;
      v_margin := 0;
    END IF;
  END IF;
  -- Consecutive connections prefer different shards, so they seldom wait for each other. The exposure's
  -- update reads the row of the pool's, so it runs after it, under its lock.
  WHILE o_collateral_micro > 0 AND v_pool_seq IS NULL LOOP
    WITH pool AS (
      UPDATE ledger_account a SET balance_micro = a.balance_micro - o_collateral_micro, seq = a.seq + 1
      WHERE a.id = v_pool_account AND a.balance_micro >= o_collateral_micro
      RETURNING a.shard, a.seq, a.balance_micro
    ), exposed AS (
      UPDATE option_exposure e SET
        up_micro = e.up_micro + CASE p_direction WHEN 'up' THEN o_collateral_micro ELSE 0 END,
        down_micro = e.down_micro + CASE p_direction WHEN 'down' THEN o_collateral_micro ELSE 0 END
      FROM pool WHERE e.shard = pool.shard
    )
    SELECT * INTO v_shard, v_pool_seq, v_pool_balance FROM pool;
    IF v_pool_seq IS NULL THEN
      v_pool_account := option_other_pool(o_collateral_micro);
      IF v_pool_account IS NULL THEN
        PERFORM ledger_raise('HOUSE_LIMIT');
      END IF;
    END IF;
  END LOOP;
  IF p_cap_second IS NOT NULL THEN
    INSERT INTO option_expiry_exposure AS e (expiry_second, shard, collateral_micro)
    VALUES (v_second, v_shard, o_collateral_micro)
    ON CONFLICT (expiry_second, shard) DO UPDATE SET collateral_micro = e.collateral_micro + excluded.collateral_micro;
  END IF;
  IF v_capped AND NOT option_within_caps(p_direction, v_second, v_margin, p_cap_second, p_cap_direction) THEN
    IF v_exclusive THEN
      PERFORM ledger_raise('HOUSE_LIMIT');
    END IF;
    RAISE EXCEPTION 'a cap came near meanwhile, try again' USING ERRCODE = 'serialization_failure';
  END IF;

  -- The time of acceptance is read last, when no lock is left to wait for.
  o_opened_at := app_now();
  WITH opened AS (
    INSERT INTO trade (id, shard, user_id, type, status, direction, amount_micro, currency, duration_seconds,
      payout_rate_ppm, collateral_micro, opened_at)
    VALUES (o_trade_id, v_shard, p_user, 'option', 'open', p_direction, p_amount, 'USDT', p_duration_seconds,
      p_rate_ppm, o_collateral_micro, o_opened_at)
  )
  INSERT INTO ledger_transfer (at, journal_id, line, debit_account_id, credit_account_id, amount_micro, currency,
    debit_seq, debit_balance_micro, reference_type, reference_id)
  SELECT o_opened_at, v_journal, l.line, l.debit, -8, l.amount, 'USDT', l.seq, l.balance, 'trade', o_trade_id
  FROM (VALUES (1, v_account, p_amount, v_seq, o_available_micro),
    (2, v_pool_account, o_collateral_micro, v_pool_seq, v_pool_balance)) AS l (line, debit, amount, seq, balance)
  WHERE l.amount > 0;
  o_replayed := false;
END
$$;

-- The moment up to which every tick is visible to the next statement: whoever records a tick holds
-- the lock until commit, and the tick's time is read inside it.
CREATE FUNCTION market_cutoff() RETURNS timestamptz
  LANGUAGE plpgsql
  AS $$
DECLARE
  v_cutoff timestamptz;
BEGIN
  PERFORM pg_advisory_lock_shared(72001);
  v_cutoff := app_now();
  PERFORM pg_advisory_unlock_shared(72001);
  RETURN v_cutoff;
END
$$;

-- Closes options whose rows the caller has locked: works out each outcome from the recorded ticks,
-- pays, and marks them. Returns one row an option.
CREATE FUNCTION option_close(p_ids uuid[])
  RETURNS TABLE (o_trade_id uuid, o_user_id uuid, o_status text, o_payout_micro bigint)
  LANGUAGE plpgsql
  AS $$
DECLARE
  v_ids uuid[];
  v_statuses text[];
  v_exit_seqs bigint[];
  v_exit_prices bigint[];
  v_accounts bigint[];
  v_locks bigint[];
  v_journal bigint;
  v_now timestamptz;
  v_closed integer;
BEGIN
  -- Ticks never change and the trades are locked, so the outcomes hold from here on. Without an entry,
  -- without a tick in the last 10 s, or across a switch between simulated and real prices there is none.
  WITH due AS MATERIALIZED (
    SELECT t.id, t.user_id, t.direction, t.entry_tick_seq, t.entry_price_e8, t.expires_at, t.simulated
    FROM trade t WHERE t.id = ANY (p_ids) AND t.status = 'open'
  ), exits AS MATERIALIZED (
    SELECT e.expires_at, k.seq, k.price_e8, k.simulated
    FROM (SELECT DISTINCT d.expires_at FROM due d WHERE d.entry_tick_seq IS NOT NULL) e
    CROSS JOIN LATERAL (
      SELECT m.seq, m.price_e8, m.simulated FROM market_tick m
      WHERE m.at <= e.expires_at AND m.at >= e.expires_at - interval '10 seconds'
      ORDER BY m.at DESC LIMIT 1
    ) k
  ), outcome AS (
    SELECT d.id, d.user_id, x.seq, x.price_e8, CASE
      WHEN x.seq IS NULL OR x.simulated <> d.simulated THEN 'void'
      WHEN x.price_e8 = d.entry_price_e8 THEN 'refunded'
      WHEN (x.price_e8 > d.entry_price_e8) = (d.direction = 'up') THEN 'won'
      ELSE 'lost' END AS status
    FROM due d LEFT JOIN exits x ON x.expires_at = d.expires_at AND d.entry_tick_seq IS NOT NULL
  )
  SELECT array_agg(o.id), array_agg(o.status), array_agg(o.seq), array_agg(o.price_e8), array_agg(a.id)
  INTO v_ids, v_statuses, v_exit_seqs, v_exit_prices, v_accounts
  FROM outcome o JOIN ledger_account a
    ON a.owner_id = o.user_id AND a.kind = 'available' AND a.currency = 'USDT' AND a.shard = 0;
  IF v_ids IS NULL THEN
    RETURN;
  END IF;

  -- Users who get money and the pools, in the global order. Losers' rows are not touched.
  SELECT array_agg(DISTINCT c.id) INTO v_locks FROM (
    SELECT u.account FROM unnest(v_accounts, v_statuses) AS u (account, status) WHERE u.status <> 'lost'
    UNION ALL SELECT -100 - t.shard FROM trade t WHERE t.id = ANY (v_ids)
  ) AS c (id);
  PERFORM 1 FROM ledger_account a WHERE a.id = ANY (v_locks) ORDER BY a.id DESC FOR NO KEY UPDATE;

  v_now := app_now();
  v_journal := ledger_begin('option_settle', 'option-settle:' || uuid_v7(), sha256('option-settle'), NULL);
  RETURN QUERY WITH closed AS MATERIALIZED (
    SELECT u.id, u.status, u.exit_seq, u.exit_price, u.account, t.user_id, t.shard, t.direction, t.amount_micro, t.collateral_micro,
      CASE u.status WHEN 'won' THEN t.amount_micro + t.collateral_micro WHEN 'lost' THEN 0 ELSE t.amount_micro END AS payout
    FROM unnest(v_ids, v_statuses, v_exit_seqs, v_exit_prices, v_accounts) AS u (id, status, exit_seq, exit_price, account)
    JOIN trade t ON t.id = u.id
  ), legs AS MATERIALIZED (
    SELECT c.id, c.account AS credit, c.payout AS amount FROM closed c WHERE c.payout > 0
    UNION ALL
    SELECT c.id, -100 - c.shard, c.amount_micro + c.collateral_micro - c.payout
    FROM closed c WHERE c.amount_micro + c.collateral_micro > c.payout
  ), posted AS (
    INSERT INTO ledger_transfer (at, journal_id, line, debit_account_id, credit_account_id, amount_micro, currency,
      credit_seq, credit_balance_micro, reference_type, reference_id)
    SELECT v_now, v_journal, row_number() OVER (), -8, l.credit, l.amount, 'USDT',
      a.seq + row_number() OVER w, (a.balance_micro + sum(l.amount) OVER w)::bigint, 'trade', l.id
    FROM legs l JOIN ledger_account a ON a.id = l.credit
    WINDOW w AS (PARTITION BY l.credit ORDER BY l.id ROWS UNBOUNDED PRECEDING)
  ), moved AS (
    UPDATE ledger_account a SET balance_micro = a.balance_micro + d.amount, seq = a.seq + d.n
    FROM (SELECT l.credit, sum(l.amount)::bigint AS amount, count(*) AS n FROM legs l GROUP BY l.credit) d
    WHERE a.id = d.credit
  ), exposed AS (
    UPDATE option_exposure e SET up_micro = e.up_micro - d.up, down_micro = e.down_micro - d.down
    FROM (SELECT c.shard, coalesce(sum(c.collateral_micro) FILTER (WHERE c.direction = 'up'), 0)::bigint AS up,
        coalesce(sum(c.collateral_micro) FILTER (WHERE c.direction = 'down'), 0)::bigint AS down
      FROM closed c GROUP BY c.shard) d
    WHERE e.shard = d.shard
  )
  UPDATE trade t SET status = c.status, exit_tick_seq = c.exit_seq, exit_price_e8 = c.exit_price, settled_at = v_now,
    payout_micro = c.payout, pnl_micro = c.payout - c.amount_micro
  FROM closed c WHERE t.id = c.id AND t.status = 'open'
  RETURNING t.id, t.user_id, t.status, t.payout_micro;
  GET DIAGNOSTICS v_closed = ROW_COUNT;
  IF v_closed <> cardinality(p_ids) THEN
    RAISE EXCEPTION 'closed % of % options', v_closed, cardinality(p_ids);
  END IF;
END
$$;

-- Gives waiting options their entry: the first tick after acceptance. One that got none within 10 s is
-- void and refunded. At most p_limit options; safe to run anywhere at once.
CREATE FUNCTION enter_due(p_limit integer DEFAULT 1000)
  RETURNS TABLE (o_trade_id uuid, o_user_id uuid, o_status text, o_expires_at timestamptz)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off
  AS $$
DECLARE
  v_cutoff timestamptz;
  v_tick_at timestamptz;
  v_ids uuid[];
  v_void uuid[];
BEGIN
  v_cutoff := market_cutoff();
  SELECT h.at INTO v_tick_at FROM market_head h WHERE h.id = 1;
  SELECT array_agg(w.id) INTO v_ids FROM (
    SELECT d.id FROM generate_series(pg_backend_pid(), pg_backend_pid() + 15) AS s (n)
    CROSS JOIN LATERAL (
      SELECT t.id FROM trade t
      WHERE t.shard = s.n % 16 AND t.status = 'open' AND t.entry_tick_seq IS NULL
        AND t.opened_at < greatest(v_tick_at, v_cutoff - interval '10 seconds')
      ORDER BY t.opened_at LIMIT p_limit FOR NO KEY UPDATE SKIP LOCKED
    ) d LIMIT p_limit
  ) w;
  IF v_ids IS NULL THEN
    RETURN;
  END IF;
  RETURN QUERY UPDATE trade t SET entry_tick_seq = k.seq, entry_price_e8 = k.price_e8, entry_at = k.at,
    expires_at = k.at + make_interval(secs => t.duration_seconds), simulated = k.simulated
  FROM trade d CROSS JOIN LATERAL (
    SELECT m.seq, m.price_e8, m.at, m.simulated FROM market_tick m
    WHERE m.at > d.opened_at AND m.at <= d.opened_at + interval '10 seconds'
    ORDER BY m.at LIMIT 1
  ) k
  WHERE d.id = ANY (v_ids) AND t.id = d.id
  RETURNING t.id, t.user_id, t.status, t.expires_at;
  SELECT array_agg(t.id) INTO v_void FROM trade t
  WHERE t.id = ANY (v_ids) AND t.entry_tick_seq IS NULL AND t.opened_at + interval '10 seconds' < v_cutoff;
  IF v_void IS NOT NULL THEN
    RETURN QUERY SELECT c.o_trade_id, c.o_user_id, c.o_status, NULL::timestamptz FROM option_close(v_void) c;
  END IF;
END
$$;

-- Settles options past their expiry, at most p_limit. Exit is the last tick at or before expiry; equal
-- prices refund. Any number of workers at once: each starts at another shard and skips what others hold.
CREATE FUNCTION settle_due(p_limit integer DEFAULT 1000)
  RETURNS TABLE (o_trade_id uuid, o_user_id uuid, o_status text, o_payout_micro bigint)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off
  AS $$
DECLARE
  v_cutoff timestamptz;
  v_ids uuid[];
BEGIN
  v_cutoff := market_cutoff();
  SELECT array_agg(w.id) INTO v_ids FROM (
    SELECT d.id FROM generate_series(pg_backend_pid(), pg_backend_pid() + 15) AS s (n)
    CROSS JOIN LATERAL (
      SELECT t.id FROM trade t
      WHERE t.shard = s.n % 16 AND t.status = 'open' AND t.expires_at IS NOT NULL AND t.expires_at < v_cutoff
      ORDER BY t.expires_at LIMIT p_limit FOR NO KEY UPDATE SKIP LOCKED
    ) d LIMIT p_limit
  ) w;
  IF v_ids IS NOT NULL THEN
    RETURN QUERY SELECT * FROM option_close(v_ids);
  END IF;
END
$$;

-- Clears cap counters of seconds that are past. Returns how many rows went.
CREATE FUNCTION option_clear_exposure() RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off
  AS $$
DECLARE
  v_count integer;
BEGIN
  DELETE FROM option_expiry_exposure WHERE expiry_second < extract(epoch FROM app_now()) - 60;
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END
$$;

ALTER FUNCTION trade_refuse() OWNER TO ledger_owner;
ALTER FUNCTION trade_inserted() OWNER TO ledger_owner;
ALTER FUNCTION trade_updated() OWNER TO ledger_owner;
ALTER FUNCTION daily_trades_used(uuid) OWNER TO ledger_owner;
ALTER FUNCTION option_other_pool(bigint) OWNER TO ledger_owner;
ALTER FUNCTION option_within_caps(text, bigint, bigint, bigint, bigint) OWNER TO ledger_owner;
ALTER FUNCTION open_option(text, bytea, uuid, text, bigint, integer, integer, bigint, bigint, integer, integer, bigint, bigint) OWNER TO ledger_owner;
ALTER FUNCTION market_cutoff() OWNER TO ledger_owner;
ALTER FUNCTION option_close(uuid[]) OWNER TO ledger_owner;
ALTER FUNCTION enter_due(integer) OWNER TO ledger_owner;
ALTER FUNCTION settle_due(integer) OWNER TO ledger_owner;
ALTER FUNCTION option_clear_exposure() OWNER TO ledger_owner;

REVOKE ALL ON FUNCTION
  daily_trades_used(uuid), option_other_pool(bigint),
  option_within_caps(text, bigint, bigint, bigint, bigint),
  open_option(text, bytea, uuid, text, bigint, integer, integer, bigint, bigint, integer, integer, bigint, bigint),
  market_cutoff(), option_close(uuid[]), enter_due(integer), settle_due(integer), option_clear_exposure()
  FROM PUBLIC;
GRANT EXECUTE ON FUNCTION
  daily_trades_used(uuid),
  open_option(text, bytea, uuid, text, bigint, integer, integer, bigint, bigint, integer, integer, bigint, bigint),
  enter_due(integer), settle_due(integer), option_clear_exposure()
  TO app_runtime;
