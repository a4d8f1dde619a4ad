-- What a fixed saving does when it matures. Written by functions only. docs/decisions/money/saving-renewal.md
ALTER TABLE saving_record
  ADD COLUMN auto_renew text NOT NULL DEFAULT 'none',
  -- The least daily rate, in parts per billion of the principal, at which it is renewed.
  ADD COLUMN min_daily_rate_ppb bigint,
  -- The matured saving that this one renews: each is renewed once.
  ADD COLUMN renewed_from uuid,
  -- Why it was not renewed although its owner had chosen that.
  ADD COLUMN not_renewed text,
  ADD CONSTRAINT saving_record_renewal CHECK (auto_renew IN ('none', 'principal', 'all')
    AND (auto_renew = 'none') = (min_daily_rate_ppb IS NULL) AND (min_daily_rate_ppb IS NULL OR min_daily_rate_ppb BETWEEN 0 AND 1000000000)
    AND (auto_renew = 'none' OR type = 'fixed') AND (not_renewed IS NULL OR auto_renew <> 'none' AND closed_at IS NOT NULL)),
  ADD CONSTRAINT saving_record_renewed_from_fkey FOREIGN KEY (renewed_from) REFERENCES saving_record (id) ON UPDATE CASCADE ON DELETE RESTRICT;
CREATE UNIQUE INDEX saving_record_renewed_from_key ON saving_record (renewed_from);
