-- Trades have sums by day of their own (trade_day), so only storage needs some. The row of a day is counted again
-- until the day is over.
DROP TABLE product_day;
CREATE TABLE storage_day (
  day date NOT NULL,
  conversions bigint NOT NULL,
  volume_micro bigint NOT NULL,
  CONSTRAINT storage_day_pkey PRIMARY KEY (day)
);
GRANT SELECT, INSERT, UPDATE ON storage_day TO app_runtime;
