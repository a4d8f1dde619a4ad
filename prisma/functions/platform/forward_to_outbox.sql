-- Writes to the outbox what a function of the version before queues in a table of that version,
-- for as long as such a function may still be running. The next version drops it with the tables.
-- Arguments: the kind.
-- Returns: null, so that nothing is stored in the table itself.
-- Raises: nothing.
-- Locks: none.
-- Trigger: before each INSERT of a row into the four tables.
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
