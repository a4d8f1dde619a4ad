-- A payout rate is at most 1 now. A list with a higher one would count as none, and the site would offer the default
-- durations instead of its own.
UPDATE setting SET value = (
  SELECT jsonb_agg(
    CASE WHEN offer.value ->> 'payoutRate' ~ '^\d{1,6}(\.\d+)?$' AND (offer.value ->> 'payoutRate')::numeric > 1
      THEN jsonb_set(offer.value, '{payoutRate}', '"1"') ELSE offer.value END
    ORDER BY offer.place)
  FROM jsonb_array_elements(value) WITH ORDINALITY AS offer (value, place)
)
WHERE key = 'optionDurations' AND jsonb_typeof(value) = 'array' AND jsonb_array_length(value) > 0;

-- Each attempt to sign in reads where the account was signed in to before, and a guessed-at one has many failures.
CREATE INDEX sign_in_success ON sign_in (user_id, id DESC) WHERE outcome = 'success';
