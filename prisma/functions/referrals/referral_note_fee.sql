-- Notes a fee as the source of a commission where its payer was invited. Once a source.
-- Arguments: p_source_type and p_source are what the fee was paid for; p_fee is micro-USDT.
-- Returns: nothing.
-- Raises: nothing.
-- Locks: none.
CREATE OR REPLACE FUNCTION referral_note_fee(p_source_type text, p_source uuid, p_user uuid, p_fee bigint)
  RETURNS void
  LANGUAGE sql
AS $$
  INSERT INTO referral_due (source_type, source_id, referrer_id, referred_id, fee_micro)
  SELECT p_source_type, p_source, u.referred_by_id, u.id, p_fee
  FROM app_user u WHERE u.id = p_user AND u.referred_by_id IS NOT NULL
  ON CONFLICT (source_type, source_id) DO NOTHING
$$;

ALTER FUNCTION referral_note_fee(text, uuid, uuid, bigint) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION referral_note_fee(text, uuid, uuid, bigint) FROM PUBLIC, app_runtime;
