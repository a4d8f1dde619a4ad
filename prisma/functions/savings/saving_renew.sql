-- Renews records that have just matured, where their owner chose that: a new subscription to the
-- same plan, at the plan's terms of now, of the principal or of all that was paid. It keeps the
-- choice. One that can't be renewed says why; its money stays available. Either is told.
-- Arguments: p_ids are records that saving_close has paid in this transaction.
-- Returns: nothing.
-- Raises: errors of the database. Why one is not renewed is noted: ACCOUNT_INACTIVE,
--   ACCOUNT_FROZEN, SAVING_PLAN_INACTIVE, RATE_BELOW_MINIMUM, and what saving_subscribe raises:
--   SAVING_BELOW_MINIMUM, SAVING_ABOVE_MAXIMUM, SAVING_CAPACITY_FULL, SAVING_NOT_FUNDED, all else
--   as REFUSED.
-- Locks: those of saving_subscribe, all of which the caller holds from saving_lock.
CREATE OR REPLACE FUNCTION saving_renew(p_ids uuid[])
  RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_old record;
  v_key text;
  v_new uuid;
  v_reason text;
BEGIN
  FOR v_old IN
    SELECT r.id, r.user_id, r.plan_id, r.auto_renew, r.min_daily_rate_ppb, p.daily_rate_ppb AS rate, p.duration_days AS days,
      r.paid_principal_micro + CASE r.auto_renew WHEN 'all' THEN r.paid_profit_micro ELSE 0 END AS amount,
      CASE WHEN NOT u.is_active THEN 'ACCOUNT_INACTIVE' WHEN u.frozen_at IS NOT NULL THEN 'ACCOUNT_FROZEN'
        WHEN NOT p.is_active OR p.deleted_at IS NOT NULL THEN 'SAVING_PLAN_INACTIVE'
        WHEN p.daily_rate_ppb < r.min_daily_rate_ppb THEN 'RATE_BELOW_MINIMUM' END AS refusal
    FROM saving_record r JOIN saving_plan p ON p.id = r.plan_id JOIN app_user u ON u.id = r.user_id
    WHERE r.id = ANY (p_ids) AND r.auto_renew <> 'none' AND r.status = 'completed'
    ORDER BY r.id
  LOOP
    v_new := NULL;
    v_reason := v_old.refusal;
    v_key := 'saving-renew:' || v_old.id;
    IF v_reason IS NULL THEN
      BEGIN
        SELECT s.o_record_id INTO STRICT v_new
        FROM saving_subscribe(v_key, sha256(v_key::bytea), v_old.user_id, v_old.plan_id, v_old.amount, v_old.rate, v_old.days) s;
        UPDATE saving_record r SET auto_renew = v_old.auto_renew, min_daily_rate_ppb = v_old.min_daily_rate_ppb, renewed_from = v_old.id
        WHERE r.id = v_new;
      EXCEPTION
        WHEN SQLSTATE 'XA001' THEN
          v_reason := CASE WHEN SQLERRM IN ('SAVING_BELOW_MINIMUM', 'SAVING_ABOVE_MAXIMUM', 'SAVING_CAPACITY_FULL', 'SAVING_NOT_FUNDED')
            THEN SQLERRM ELSE 'REFUSED' END;
        -- Of numbers that don't fit: they would stand in the way of everybody's day for ever.
        WHEN data_exception THEN
          v_reason := 'REFUSED';
      END;
    END IF;
    IF v_reason IS NOT NULL THEN
      UPDATE saving_record r SET not_renewed = v_reason WHERE r.id = v_old.id;
    END IF;
    INSERT INTO outbox (bulk, user_id, kind, payload)
    VALUES (true, v_old.user_id, 'saving_changed', json_build_object('recordId', CASE WHEN v_reason IS NULL THEN v_new ELSE v_old.id END,
      'userId', v_old.user_id, 'kind', CASE WHEN v_reason IS NULL THEN 'renewed' ELSE 'not_renewed' END));
  END LOOP;
END
$$;

ALTER FUNCTION saving_renew(uuid[]) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION saving_renew(uuid[]) FROM PUBLIC, app_runtime;
