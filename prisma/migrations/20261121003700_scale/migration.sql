-- Numbers that staff see without anybody counting a big table. docs/decisions/large-lists.md

-- Sums of finished days of trades, by the UTC day that they were opened on: an outcome is final, so such a
-- row never changes. Days that are not in here yet are added up from the trades themselves.
CREATE TABLE trade_day (
  day date NOT NULL,
  type text NOT NULL,
  status text NOT NULL,
  trades bigint NOT NULL,
  -- In USDT: a purchase counts as stake with what it spent, a sale as payout with what it brought.
  stake_micro bigint NOT NULL,
  payout_micro bigint NOT NULL,
  pnl_micro bigint NOT NULL,
  CONSTRAINT trade_day_pkey PRIMARY KEY (day, type, status)
);
-- Every day before this one is in trade_day.
CREATE TABLE trade_day_head (
  singleton boolean NOT NULL DEFAULT true,
  before_day date NOT NULL,
  CONSTRAINT trade_day_head_pkey PRIMARY KEY (singleton),
  CONSTRAINT trade_day_head_single CHECK (singleton)
);
GRANT SELECT ON trade_day, trade_day_head TO app_runtime;

-- Sums of trades opened in a period.
CREATE FUNCTION trade_sums(p_from timestamptz, p_to timestamptz)
  RETURNS TABLE (o_day date, o_type text, o_status text, o_trades bigint, o_stake_micro bigint, o_payout_micro bigint, o_pnl_micro bigint)
  LANGUAGE sql STABLE
  AS $$
  SELECT (t.opened_at AT TIME ZONE 'UTC')::date, t.type, t.status, count(*),
    coalesce(sum(t.amount_micro) FILTER (WHERE t.currency = 'USDT'), 0)::bigint,
    (coalesce(sum(t.payout_micro), 0) + coalesce(sum(t.received_micro) FILTER (WHERE t.side = 'sell'), 0))::bigint,
    coalesce(sum(t.pnl_micro), 0)::bigint
  FROM trade t WHERE t.opened_at >= p_from AND t.opened_at < p_to GROUP BY 1, 2, 3
$$;

-- Adds the days that are over, at most p_days of them. A day is over ten minutes after its end, when no
-- transaction of it can still be under way (statements end after 30 s), and once none of its options is open.
CREATE FUNCTION sum_trade_days(p_days integer DEFAULT 31) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  v_from date;
  v_until date;
BEGIN
  INSERT INTO trade_day_head (before_day)
  SELECT coalesce((min(opened_at) AT TIME ZONE 'UTC')::date, (app_now() AT TIME ZONE 'UTC')::date) FROM trade
  WHERE NOT EXISTS (SELECT FROM trade_day_head)
  HAVING count(*) > 0 ON CONFLICT DO NOTHING;
  -- The row's lock lets one worker do it.
  SELECT before_day INTO v_from FROM trade_day_head FOR UPDATE;
  IF v_from IS NULL THEN
    RETURN 0;
  END IF;
  v_until := least(((app_now() - interval '10 minutes') AT TIME ZONE 'UTC')::date,
    (SELECT (min(opened_at) AT TIME ZONE 'UTC')::date FROM trade WHERE status = 'open'), v_from + p_days);
  IF v_until <= v_from THEN
    RETURN 0;
  END IF;
  INSERT INTO trade_day SELECT * FROM trade_sums(v_from::timestamp AT TIME ZONE 'UTC', v_until::timestamp AT TIME ZONE 'UTC');
  UPDATE trade_day_head SET before_day = v_until;
  RETURN v_until - v_from;
END
$$;
ALTER TABLE trade_day OWNER TO ledger_owner;
ALTER TABLE trade_day_head OWNER TO ledger_owner;
ALTER FUNCTION trade_sums(timestamptz, timestamptz) OWNER TO ledger_owner;
ALTER FUNCTION sum_trade_days(integer) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION sum_trade_days(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION sum_trade_days(integer) TO app_runtime;

-- Counters that the rows' own changes keep: sixteen rows for each, so that writers don't queue for one.
CREATE TABLE live_count (
  name text NOT NULL,
  shard integer NOT NULL,
  value bigint NOT NULL,
  CONSTRAINT live_count_pkey PRIMARY KEY (name, shard)
) WITH (fillfactor = 50);
ALTER TABLE live_count OWNER TO ledger_owner;
GRANT SELECT ON live_count TO app_runtime;

CREATE FUNCTION count_live(p_name text, p_change bigint) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
BEGIN
  IF p_change <> 0 THEN
    INSERT INTO live_count AS c (name, shard, value) VALUES (p_name, pg_backend_pid() % 16, p_change)
    ON CONFLICT (name, shard) DO UPDATE SET value = c.value + excluded.value;
  END IF;
END
$$;
ALTER FUNCTION count_live(text, bigint) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION count_live(text, bigint) FROM PUBLIC;

-- A conversation counts from its first message.
CREATE FUNCTION count_chat() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  v_open integer := (NEW.status = 'open' AND NEW.last_message_at IS NOT NULL)::integer;
  v_closed integer := (NEW.status = 'closed')::integer;
  v_unread integer := NEW.support_unread;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    v_open := v_open - (OLD.status = 'open' AND OLD.last_message_at IS NOT NULL)::integer;
    v_closed := v_closed - (OLD.status = 'closed')::integer;
    v_unread := v_unread - OLD.support_unread;
  END IF;
  -- Always in this order, so that two writers never wait for each other in a circle.
  PERFORM count_live('chat.closed', v_closed);
  PERFORM count_live('chat.open', v_open);
  PERFORM count_live('chat.unread', v_unread);
  RETURN NULL;
END
$$;
ALTER FUNCTION count_chat() OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION count_chat() FROM PUBLIC;
CREATE TRIGGER chat_counted AFTER INSERT ON chat FOR EACH ROW EXECUTE FUNCTION count_chat();
CREATE TRIGGER chat_recounted AFTER UPDATE ON chat FOR EACH ROW
  WHEN (OLD.status <> NEW.status OR OLD.support_unread <> NEW.support_unread
    OR (OLD.last_message_at IS NULL) <> (NEW.last_message_at IS NULL))
  EXECUTE FUNCTION count_chat();

-- Customers whose account was not erased, those of them who are active, and those who joined on a day.
CREATE FUNCTION count_user() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
DECLARE
  v_total integer := (NOT NEW.is_admin AND NEW.erased_at IS NULL)::integer;
  v_active integer := (NOT NEW.is_admin AND NEW.erased_at IS NULL AND NEW.is_active)::integer;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    v_total := v_total - (NOT OLD.is_admin AND OLD.erased_at IS NULL)::integer;
    v_active := v_active - (NOT OLD.is_admin AND OLD.erased_at IS NULL AND OLD.is_active)::integer;
  END IF;
  PERFORM count_live('user.active', v_active);
  PERFORM count_live('user.joined ' || (NEW.created_at AT TIME ZONE 'UTC')::date, v_total);
  PERFORM count_live('user.total', v_total);
  RETURN NULL;
END
$$;
ALTER FUNCTION count_user() OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION count_user() FROM PUBLIC;
CREATE TRIGGER app_user_counted AFTER INSERT ON app_user FOR EACH ROW EXECUTE FUNCTION count_user();
CREATE TRIGGER app_user_recounted AFTER UPDATE ON app_user FOR EACH ROW
  WHEN (OLD.is_active <> NEW.is_active OR OLD.is_admin <> NEW.is_admin OR (OLD.erased_at IS NULL) <> (NEW.erased_at IS NULL))
  EXECUTE FUNCTION count_user();

-- Counts everything again; for what was there before the triggers, and for rows that were written without them.
CREATE FUNCTION count_live_again() RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
  AS $$
BEGIN
  LOCK TABLE app_user, chat IN SHARE MODE;
  DELETE FROM live_count WHERE name LIKE 'chat.%' OR name LIKE 'user.%';
  INSERT INTO live_count (name, shard, value)
  SELECT c.name, 0, sum(c.value) FROM (
    SELECT unnest(ARRAY['chat.closed', 'chat.open', 'chat.unread']), unnest(ARRAY[count(*) FILTER (WHERE status = 'closed'),
      count(*) FILTER (WHERE status = 'open' AND last_message_at IS NOT NULL), coalesce(sum(support_unread), 0)]) FROM chat
    UNION ALL
    SELECT 'user.active', count(*) FROM app_user WHERE NOT is_admin AND erased_at IS NULL AND is_active
    UNION ALL
    SELECT 'user.total', count(*) FROM app_user WHERE NOT is_admin AND erased_at IS NULL
    UNION ALL
    SELECT 'user.joined ' || (created_at AT TIME ZONE 'UTC')::date, count(*) FROM app_user WHERE NOT is_admin AND erased_at IS NULL GROUP BY 1
  ) AS c (name, value) GROUP BY c.name;
END
$$;
REVOKE ALL ON FUNCTION count_live_again() FROM PUBLIC;
SELECT count_live_again();
