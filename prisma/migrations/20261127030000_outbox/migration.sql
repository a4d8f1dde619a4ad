-- What others must hear of, written in the transaction that makes it true and removed in the one that tells it, so
-- that nothing is lost and nothing is told that did not happen, whatever dies in between. docs/decisions/outbox.md
CREATE TABLE outbox (
  -- One of many of the same moment, such as of a settlement: others need not wait behind all of them.
  bulk boolean NOT NULL DEFAULT false,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  -- Whom it is about; null where that is no user alone.
  user_id uuid,
  -- event, or that of a delivery (deliveries.ts).
  kind text NOT NULL,
  payload json NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  -- How often it could not be delivered, when it is tried again, and since when it is not any more.
  attempts integer NOT NULL DEFAULT 0,
  retry_at timestamptz(3),
  set_aside_at timestamptz(3),
  CONSTRAINT outbox_pkey PRIMARY KEY (bulk, id)
)
-- Its rows live for milliseconds: a few thousand dead ones are most of it.
WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_insert_threshold = -1);
-- Whether something of a user comes before another message of theirs.
CREATE INDEX outbox_bulk_user_idx ON outbox (user_id, id) WHERE bulk;
CREATE INDEX outbox_failed_idx ON outbox (user_id) WHERE attempts > 0;
GRANT SELECT, INSERT, DELETE, UPDATE (attempts, retry_at, set_aside_at) ON outbox TO app_runtime;
GRANT INSERT ON outbox TO ledger_owner;

-- The version before goes on while instances are replaced, so its tables stay for one version, empty: what is still
-- written to them goes on to the outbox. Before the rows are moved, so that none comes in between; the function is
-- a file as well (prisma/functions/platform).
CREATE OR REPLACE FUNCTION forward_to_outbox()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  v_row jsonb := to_jsonb(NEW);
BEGIN
  INSERT INTO outbox (bulk, user_id, kind, payload)
  VALUES (true, coalesce(v_row ->> 'user_id', v_row ->> 'referrer_id')::uuid, TG_ARGV[0], json_strip_nulls(json_build_object(
    'tradeId', v_row -> 'trade_id', 'recordId', v_row -> 'record_id', 'userId', v_row -> 'user_id', 'kind', v_row -> 'kind',
    'referrerId', v_row -> 'referrer_id', 'payments', v_row -> 'payments', 'earnedMicro', v_row ->> 'earned_micro')));
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER forward_to_outbox
  BEFORE INSERT ON option_opening_news FOR EACH ROW EXECUTE FUNCTION forward_to_outbox('option_opened');
CREATE OR REPLACE TRIGGER forward_to_outbox
  BEFORE INSERT ON trade_news FOR EACH ROW EXECUTE FUNCTION forward_to_outbox('trade_closed');
CREATE OR REPLACE TRIGGER forward_to_outbox
  BEFORE INSERT ON saving_news FOR EACH ROW EXECUTE FUNCTION forward_to_outbox('saving_changed');
CREATE OR REPLACE TRIGGER forward_to_outbox
  BEFORE INSERT ON referral_news FOR EACH ROW EXECUTE FUNCTION forward_to_outbox('commission_paid');

-- What still waits in those tables.
INSERT INTO outbox (bulk, user_id, kind, payload)
SELECT true, t.user_id, 'option_opened', json_build_object('tradeId', n.trade_id)
FROM option_opening_news n LEFT JOIN trade t ON t.id = n.trade_id ORDER BY n.trade_id;
INSERT INTO outbox (bulk, user_id, kind, payload)
SELECT true, user_id, 'trade_closed', json_build_object('tradeId', trade_id) FROM trade_news ORDER BY trade_id;
INSERT INTO outbox (bulk, user_id, kind, payload)
SELECT true, user_id, 'saving_changed', json_build_object('recordId', record_id, 'userId', user_id, 'kind', kind)
FROM saving_news ORDER BY id;
INSERT INTO outbox (bulk, user_id, kind, payload)
SELECT true, referrer_id, 'commission_paid', json_build_object('referrerId', referrer_id, 'payments', payments, 'earnedMicro', earned_micro::text)
FROM referral_news ORDER BY referrer_id;
DELETE FROM option_opening_news;
DELETE FROM trade_news;
DELETE FROM saving_news;
DELETE FROM referral_news;
