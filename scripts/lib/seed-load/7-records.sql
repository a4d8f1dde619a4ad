-- News of half the options and of a third of the deposits.
INSERT INTO notification (id, user_id, type, title, message, read_at, created_at)
SELECT pg_temp.id_at(o.expires_at + interval '1 second', o.i, 120), o.user_id, 'trade', 'Option ' || o.status, 'Your option over ' || o.amount / 1000000 || ' USDT has ended.',
  CASE WHEN o.i % 3 > 0 THEN o.expires_at + interval '1 hour' END, o.expires_at + interval '1 second'
FROM load_option o WHERE o.i % 2 = 0 AND o.status <> 'open';
INSERT INTO notification (id, user_id, type, title, message, read_at, created_at)
SELECT pg_temp.id_at(d.at + interval '15 minutes', d.i, 121), d.user_id, 'deposit', 'Deposit ' || d.status, 'Your deposit of ' || d.credited / 1000000 || ' USDT was processed.',
  CASE WHEN d.i % 3 > 0 THEN d.at + interval '1 hour' END, d.at + interval '15 minutes'
FROM load_deposit d WHERE d.i % 3 = 0 AND d.status <> 'pending';

-- What staff sent to everybody, delivered long ago and read by nobody who is counted.
INSERT INTO notification_broadcast (id, author_id, audience, user_ids, title, message, status, recipient_count, delivered_count, created_at, finished_at)
SELECT pg_temp.id_at(at, i, 122), admin_id, 'all', '{}', 'News ' || i, 'A message to everybody.', 'sent', 0, 0, at, at + interval '1 minute'
FROM (SELECT i, p.admin_id, p.first_start + p.step * i AS at FROM load_plan p, generate_series(1, 20) AS i) AS b;

-- The audit log goes on from its newest link; the hash is that of audit_append().
DO $$ DECLARE
  v_plan record;
  v_head audit_head;
  e audit_entry;
  v_entry record;
BEGIN
  SELECT * INTO STRICT v_plan FROM load_plan;
  SELECT * INTO STRICT v_head FROM audit_head FOR UPDATE;
  FOR v_entry IN
    SELECT i, u.id AS user_id, v_plan.first_start + (v_plan.now - v_plan.first_start) * (i / (1 + :audits)::double precision) AS at,
      (ARRAY['deposit.confirm', 'withdrawal.approve', 'withdrawal.complete', 'balance.add', 'user.deactivate', 'user.activate'])[pg_temp.pick(i, 130, 1, 6)] AS action
    FROM generate_series(1, :audits) AS i JOIN load_user u ON u.n = pg_temp.somebody(i, 131) ORDER BY i
  LOOP
    e := ROW(v_head.seq + 1, v_entry.at, v_plan.admin_id, v_plan.admin_name, v_entry.action, 'user', v_entry.user_id::text, v_entry.user_id,
      '{"status": "pending"}', '{"status": "completed"}', NULL, NULL, '192.0.2.1', v_head.hash, NULL);
    e.hash := audit_hash(v_head.hash, e);
    INSERT INTO audit_entry SELECT e.*;
    v_head.seq := e.seq;
    v_head.hash := e.hash;
  END LOOP;
  UPDATE audit_head SET seq = v_head.seq, hash = v_head.hash;
END $$;
-- What triggers and jobs would have kept.
SELECT count_live_again();
SELECT sum_trade_days(1000);
DO $$ BEGIN
  WHILE sum_report() LOOP
  END LOOP;
END $$;
