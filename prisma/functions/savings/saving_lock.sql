-- Locks what counting the days of p_ids and closing p_closing will touch.
-- Arguments: both are ids of records, whose rows the caller has locked.
-- Returns: nothing.
-- Raises: nothing.
-- Locks: the plans of p_closing by id, then accounts, ids descending: users' available and
--   savings of p_closing, the house's interest and interest reserve.
CREATE OR REPLACE FUNCTION saving_lock(p_ids uuid[], p_closing uuid[])
  RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_plans uuid[];
  v_accounts bigint[];
BEGIN
  SELECT array_agg(DISTINCT r.plan_id) INTO v_plans FROM saving_record r WHERE r.id = ANY (p_closing);
  PERFORM 1 FROM saving_plan p WHERE p.id = ANY (v_plans) ORDER BY p.id FOR NO KEY UPDATE;
  SELECT array_agg(DISTINCT a.id) INTO v_accounts FROM saving_record r
  JOIN ledger_account a ON a.owner_id = r.user_id AND a.kind IN ('available', 'savings') AND a.currency = r.currency AND a.shard = 0
  WHERE r.id = ANY (p_closing);
  SELECT v_accounts || array_agg(DISTINCT h.id) INTO v_accounts FROM saving_record r
  CROSS JOIN LATERAL (VALUES (CASE r.currency WHEN 'USDT' THEN -5 ELSE -6 END), (CASE r.currency WHEN 'USDT' THEN -9 ELSE -10 END)) AS h (id)
  WHERE r.id = ANY (p_ids);
  PERFORM 1 FROM ledger_account a WHERE a.id = ANY (v_accounts) ORDER BY a.id DESC FOR NO KEY UPDATE;
END
$$;

ALTER FUNCTION saving_lock(uuid[], uuid[]) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION saving_lock(uuid[], uuid[]) FROM PUBLIC, app_runtime;
