-- The condition of a trigger is parsed again for each statement, and every opened option is one: the check
-- of a new trade, which runs anyway, notes the fee for the payer's referrer, too. Options have no fee.
CREATE OR REPLACE FUNCTION trade_inserted() RETURNS trigger
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
    IF NEW.fee_micro > 0 AND NEW.type <> 'option' THEN
      INSERT INTO referral_due (source_type, source_id, referrer_id, referred_id, fee_micro)
      SELECT 'trade', NEW.id, u.referred_by_id, u.id, NEW.fee_micro
      FROM app_user u WHERE u.id = NEW.user_id AND u.referred_by_id IS NOT NULL
      ON CONFLICT (source_type, source_id) DO NOTHING;
    END IF;
    RETURN NULL;
  END IF;
  IF current_user <> 'ledger_owner' THEN
    PERFORM trade_refuse();
  END IF;
  RAISE EXCEPTION 'not a valid new trade' USING ERRCODE = 'check_violation';
END
$$;
DROP TRIGGER trade_fee_paid ON trade;
