-- What a withdrawal in another coin than USDT pays, frozen when it is approved: the rate (USDT for one coin,
-- 10^-8), whose it was, of when, and the coins to send (10^-8). Null before approval, in USDT, and on rows that
-- were approved before this or by an instance of the version before.
ALTER TABLE withdrawal
  ADD COLUMN rate_e8 bigint,
  ADD COLUMN rate_source text,
  ADD COLUMN rate_at timestamptz(3),
  ADD COLUMN payout_e8 bigint,
  ADD CONSTRAINT withdrawal_payout CHECK (
    num_nulls(rate_e8, rate_source, rate_at, payout_e8) IN (0, 4) AND coalesce(rate_e8, 1) > 0 AND coalesce(payout_e8, 1) > 0
  );
