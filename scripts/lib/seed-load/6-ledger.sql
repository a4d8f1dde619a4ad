-- The legs become journals and transfers, in the order of their times, with each account's sequence and balance.
ANALYZE load_leg;
CREATE TEMP TABLE load_event ON COMMIT DROP AS
SELECT event, kind, actor, result, at, p.journal_base + row_number() OVER (ORDER BY at, event) AS journal FROM load_leg, load_plan p WHERE line = 1;
CREATE TEMP TABLE load_transfer ON COMMIT DROP AS
SELECT row_number() OVER (ORDER BY e.journal, l.line) AS place, e.journal, l.* FROM load_leg l JOIN load_event e USING (event);
INSERT INTO ledger_journal (id, kind, idempotency_key, input_hash, actor_id, result_id, at) OVERRIDING SYSTEM VALUE
SELECT journal, kind, 'load:' || event, sha256('load'), actor, result, at FROM load_event ORDER BY journal;
DROP TABLE load_event;
DROP TABLE load_leg;
-- A chain goes on where the account's own stands. Escrow (-8) has none.
CREATE TEMP TABLE load_link ON COMMIT DROP AS
SELECT s.place, s.is_debit, s.account, coalesce(a.seq, 0) + row_number() OVER chain AS seq, (coalesce(a.balance_micro, 0) + sum(s.delta) OVER chain)::bigint AS balance
FROM (
  SELECT place, true AS is_debit, debit AS account, -amount AS delta FROM load_transfer WHERE debit <> -8
  UNION ALL SELECT place, false, credit, amount FROM load_transfer WHERE credit <> -8
) AS s LEFT JOIN ledger_account a ON a.id = s.account
WINDOW chain AS (PARTITION BY s.account ORDER BY s.place ROWS UNBOUNDED PRECEDING);
ANALYZE load_link;
ANALYZE load_transfer;

-- Partitions of the past months, as ensure_partitions() makes those to come.
SET LOCAL ROLE ledger_owner;
DO $$ DECLARE v_month date; BEGIN
  FOR i IN REVERSE 13..0 LOOP
    v_month := (date_trunc('month', app_now()) - make_interval(months => i))::date;
    EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF ledger_transfer FOR VALUES FROM (%L) TO (%L)',
      'ledger_transfer' || to_char(v_month, '_YYYY_MM'), v_month::timestamptz, (v_month + interval '1 month')::timestamptz);
  END LOOP;
  END $$;
RESET ROLE;
SELECT ensure_partitions();
INSERT INTO ledger_transfer (at, journal_id, line, debit_account_id, credit_account_id, amount_micro, currency,
  debit_seq, debit_balance_micro, credit_seq, credit_balance_micro, reference_type, reference_id)
SELECT t.at, t.journal, t.line, t.debit, t.credit, t.amount, t.currency, d.seq, d.balance, c.seq, c.balance, t.ref_type, t.ref_id
FROM load_transfer t LEFT JOIN load_link d ON d.place = t.place AND d.is_debit LEFT JOIN load_link c ON c.place = t.place AND NOT c.is_debit
ORDER BY t.place;
CREATE TEMP TABLE load_head ON COMMIT DROP AS
SELECT DISTINCT ON (account) account, seq, balance FROM load_link ORDER BY account, seq DESC;
INSERT INTO ledger_account (id, owner_id, kind, currency, balance_micro, seq, created_at)
SELECT u.account + k.i, u.id, k.kind, k.currency, coalesce(h.balance, 0), coalesce(h.seq, 0), u.created_at
FROM load_user u CROSS JOIN (VALUES (0, 'available', 'USDT'), (1, 'held', 'USDT'), (2, 'available', 'XAUT'), (3, 'stored', 'XAUT'),
  (4, 'savings', 'USDT'), (5, 'savings', 'XAUT'), (6, 'ai', 'USDT'), (7, 'ai', 'XAUT')) AS k (i, kind, currency)
LEFT JOIN load_head h ON h.account = u.account + k.i ORDER BY 1;
UPDATE ledger_account a SET seq = h.seq, balance_micro = h.balance FROM load_head h WHERE h.account = a.id AND a.id < 0;
SELECT setval('ledger_account_id_seq', (SELECT max(id) FROM ledger_account)), setval('ledger_journal_id_seq', (SELECT max(id) FROM ledger_journal));
