-- Opens the nine accounts of a user. May be repeated.
-- Arguments: p_user is the user.
-- Returns: nothing.
-- Raises: nothing.
-- Locks: none.
CREATE OR REPLACE FUNCTION ledger_open_user_accounts(p_user uuid)
  RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp
  SET enable_seqscan = off
AS $$
BEGIN
  INSERT INTO ledger_account (owner_id, kind, currency)
  SELECT p_user, k.kind, k.currency
  FROM (VALUES ('available', 'USDT'), ('held', 'USDT'), ('held', 'XAUT'), ('available', 'XAUT'), ('stored', 'XAUT'),
    ('savings', 'USDT'), ('savings', 'XAUT'), ('ai', 'USDT'), ('ai', 'XAUT')) AS k (kind, currency)
  ON CONFLICT DO NOTHING;
END
$$;

ALTER FUNCTION ledger_open_user_accounts(uuid) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION ledger_open_user_accounts(uuid) FROM PUBLIC, app_runtime;
