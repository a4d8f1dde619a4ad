-- How often options of a finished UTC day were won, by duration and payout rate. Written by sum_trade_days() only.
CREATE TABLE option_result_day (
  day date NOT NULL,
  duration_seconds integer NOT NULL,
  payout_rate_ppm integer NOT NULL,
  won bigint NOT NULL,
  lost bigint NOT NULL,
  CONSTRAINT option_result_day_pkey PRIMARY KEY (day, duration_seconds, payout_rate_ppm)
);
ALTER TABLE option_result_day OWNER TO ledger_owner;
GRANT SELECT ON option_result_day TO app_runtime;

-- The days that have their other sums already, as far back as anybody looks.
INSERT INTO option_result_day (day, duration_seconds, payout_rate_ppm, won, lost)
SELECT (t.opened_at AT TIME ZONE 'UTC')::date, t.duration_seconds, t.payout_rate_ppm,
  count(*) FILTER (WHERE t.status = 'won'), count(*) FILTER (WHERE t.status = 'lost')
FROM trade t, trade_day_head h
WHERE t.type = 'option' AND t.status IN ('won', 'lost')
  AND t.opened_at >= now() - interval '31 days' AND t.opened_at < h.before_day::timestamp AT TIME ZONE 'UTC'
GROUP BY 1, 2, 3;
