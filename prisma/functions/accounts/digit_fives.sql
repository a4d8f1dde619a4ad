-- Gives every five digits in a row that a text holds, for the index that finds users by numbers:
-- three digits occur in so many phone numbers that the index of trigrams can't tell them apart.
-- docs/decisions/staff/user-search.md
-- Arguments: p_text is any text.
-- Returns: the distinct numbers of five digits, or an empty array.
-- Raises: nothing.
-- Locks: none.
CREATE OR REPLACE FUNCTION digit_fives(p_text text)
  RETURNS integer[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT coalesce(array_agg(DISTINCT substr(r.digits[1], i, 5)::integer), '{}')
  FROM regexp_matches(p_text, '\d{5,}', 'g') AS r (digits), generate_series(1, length(r.digits[1]) - 4) AS i
$$;
