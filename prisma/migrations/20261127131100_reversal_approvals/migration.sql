-- A reversal waits with all else that takes two people. What waits already goes on to wait there.
-- docs/decisions/reversed-deposits.md
SET ROLE ledger_owner;
INSERT INTO approval (id, kind, subject, user_id, input, about, reason, proposed_by_id, created_at, expires_at)
SELECT uuid_v7(), 'deposit.reverse', d.id::text, d.user_id, jsonb_build_object('reason', q.reason),
  jsonb_build_object('number', d.number::text, 'amount', (d.credited_micro / 1000000.0)::numeric(30, 6)::text,
    'currency', CASE d.currency WHEN 'XAUT' THEN 'XAUT' ELSE 'USDT' END),
  q.reason, q.requested_by_id, q.created_at, q.created_at + interval '168 hours'
FROM deposit_reversal_request q JOIN deposit d ON d.id = q.deposit_id
WHERE d.status = 'completed' AND q.requested_by_id <> d.user_id;
RESET ROLE;

DROP TABLE deposit_reversal_request;
-- Its answer is another one.
DROP FUNCTION IF EXISTS deposit_reverse(uuid, uuid, text, text, text);
