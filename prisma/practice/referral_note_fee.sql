-- A fee in play money brings nobody a commission.
-- Arguments: as those of the real one.
-- Returns: nothing.
-- Raises: nothing.
-- Locks: none.
CREATE OR REPLACE FUNCTION referral_note_fee(p_source_type text, p_source uuid, p_user uuid, p_fee bigint)
  RETURNS void
  LANGUAGE sql
AS 'SELECT';

ALTER FUNCTION referral_note_fee(text, uuid, uuid, bigint) OWNER TO practice_owner;
REVOKE ALL ON FUNCTION referral_note_fee(text, uuid, uuid, bigint) FROM PUBLIC;
