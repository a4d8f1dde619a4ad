-- Numbers are found by five digits in a row: every three digits occur in the phone numbers of so many users
-- that the index of trigrams can't tell them apart. docs/decisions/user-search.md
CREATE OR REPLACE FUNCTION digit_fives(p_text text)
  RETURNS integer[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT coalesce(array_agg(DISTINCT substr(r.digits[1], i, 5)::integer), '{}')
  FROM regexp_matches(p_text, '\d{5,}', 'g') AS r (digits), generate_series(1, length(r.digits[1]) - 4) AS i
$$;
