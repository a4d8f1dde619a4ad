-- What a request made, for its repetition where the answer to it was lost.
-- docs/decisions/money/idempotency.md
ALTER TABLE idempotency_record ADD COLUMN applied_id text;
