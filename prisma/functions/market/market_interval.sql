-- Lists the chart intervals and their widths. Weeks start on Monday because the origin
-- (1970-01-05) is one. Widths are in hours, which are added the same in every time zone: a day
-- of a session's zone may be an hour shorter or longer.
-- Returns: name and width of each.
-- Raises: nothing.
-- Locks: none.
CREATE OR REPLACE FUNCTION market_interval()
  RETURNS TABLE (name text, width interval)
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  VALUES ('1m', interval '1 minute'), ('5m', interval '5 minutes'), ('15m', interval '15 minutes'),
    ('30m', interval '30 minutes'), ('1h', interval '1 hour'), ('4h', interval '4 hours'),
    ('1d', interval '24 hours'), ('1w', interval '168 hours')
$$;

ALTER FUNCTION market_interval() OWNER TO ledger_owner;
