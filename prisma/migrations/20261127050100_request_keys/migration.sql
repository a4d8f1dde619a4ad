-- A key stands for one request of its sender, whatever its endpoint.
DELETE FROM idempotency_record r
WHERE EXISTS (SELECT FROM idempotency_record later
  WHERE later.user_id = r.user_id AND later.key = r.key AND (later.created_at, later.route) > (r.created_at, r.route));
ALTER TABLE idempotency_record DROP CONSTRAINT idempotency_record_pkey;
ALTER TABLE idempotency_record ADD CONSTRAINT idempotency_record_pkey PRIMARY KEY (user_id, key);

-- When what the request changes was committed, where its answer may be lost.
ALTER TABLE idempotency_record ADD COLUMN applied_at timestamptz(3);
