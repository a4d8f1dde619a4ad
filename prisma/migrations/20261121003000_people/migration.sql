-- What staff need to work on users. docs/decisions/user-search.md, docs/decisions/permanent-delete.md

-- Any part of what a user can be known by, in one index: three characters or more go through it, shorter
-- texts through the indexes of beginnings, which also serve the search for a trade's owner. Their condition holds
-- for every row; it keeps them out of Prisma's sight, which can't describe their operator class.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE INDEX app_user_search ON app_user USING gin ((
  username_key || ' ' || email || ' ' || country_code || phone_number || ' ' || lower(referral_code) || ' ' || lower(country)
) gin_trgm_ops) WHERE erased_at IS NULL;
CREATE INDEX app_user_username_beginning ON app_user (username_key text_pattern_ops) WHERE username_key IS NOT NULL;
CREATE INDEX app_user_email_beginning ON app_user (email text_pattern_ops) WHERE email IS NOT NULL;

-- The list's filters, each in the order of the newest first, and its order by last sign-in.
CREATE INDEX app_user_by_country ON app_user (country_iso, id DESC);
CREATE INDEX app_user_inactive ON app_user (id) WHERE NOT is_active;
CREATE INDEX app_user_email_verified ON app_user (id) WHERE email_verified_at IS NOT NULL;
CREATE INDEX app_user_email_unverified ON app_user (id) WHERE email_verified_at IS NULL;
CREATE INDEX app_user_by_last_sign_in ON app_user ((coalesce(last_sign_in_at, '-infinity'::timestamptz)) DESC, id DESC)
  WHERE erased_at IS NULL;

-- A reset of the daily count is as exact as the moments of the trades that it counts.
ALTER TABLE app_user ALTER COLUMN trade_count_reset_at TYPE timestamptz(6);

-- Personal data of an erased account is cleared, not the fact that there was a note.
GRANT UPDATE (text) ON user_note TO app_runtime;

-- Keeps a user's money as it is until the transaction ends, and says whether they have any.
CREATE FUNCTION ledger_lock_user(p_user uuid) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off
  AS $$
BEGIN
  PERFORM 1 FROM ledger_account WHERE owner_id = p_user ORDER BY id DESC FOR NO KEY UPDATE;
  RETURN EXISTS (SELECT FROM ledger_account WHERE owner_id = p_user AND balance_micro <> 0);
END
$$;
ALTER FUNCTION ledger_lock_user(uuid) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION ledger_lock_user(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_lock_user(uuid) TO app_runtime;

-- Nothing new begins for an account that was erased while the request for it was under way. What needs a
-- balance to begin with stops at the balance; these do not.
CREATE FUNCTION refuse_erased_user() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off
  AS $$
BEGIN
  PERFORM 1 FROM app_user WHERE id = NEW.user_id AND erased_at IS NULL FOR KEY SHARE;
  IF NOT FOUND THEN
    PERFORM ledger_raise('NOT_FOUND');
  END IF;
  RETURN NEW;
END
$$;
ALTER FUNCTION refuse_erased_user() OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION refuse_erased_user() FROM PUBLIC;
-- A row lock needs the right to update some column; the function updates none.
GRANT UPDATE (updated_at) ON app_user TO ledger_owner;
CREATE TRIGGER session_of_living_account BEFORE INSERT ON session FOR EACH ROW EXECUTE FUNCTION refuse_erased_user();
CREATE TRIGGER deposit_of_living_account BEFORE INSERT ON deposit FOR EACH ROW EXECUTE FUNCTION refuse_erased_user();
CREATE TRIGGER balance_adjustment_of_living_account BEFORE INSERT ON balance_adjustment
  FOR EACH ROW EXECUTE FUNCTION refuse_erased_user();
