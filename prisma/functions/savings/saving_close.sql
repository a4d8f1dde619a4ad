-- Closes records whose days are counted, and pays: the principal always, the profit when the
-- term is over or the record is flexible; what stays of the reserve goes back to the interest
-- account.
-- Arguments: p_journal is the principals' journal, p_interest_key the key of the profits' one.
-- Returns: nothing.
-- Raises: an error where a record is not live, and those of ledger_begin and ledger_apply_batch.
-- Locks: none of its own: the caller holds those of saving_lock and the records.
CREATE OR REPLACE FUNCTION saving_close(
  p_ids uuid[],
  p_now timestamptz,
  p_journal bigint,
  p_interest_key text,
  p_actor uuid
)
  RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  v_closed uuid[];
  v_profits bigint[];
  v_leg record;
BEGIN
  SELECT array_agg(r.id ORDER BY r.id), array_agg(CASE
      WHEN r.status = 'active' AND (r.type = 'flexible' OR r.days_accrued = r.duration_days) THEN r.accrued_micro ELSE 0
    END ORDER BY r.id)
  INTO v_closed, v_profits FROM saving_record r WHERE r.id = ANY (p_ids) AND r.status IN ('pending', 'active');
  IF cardinality(v_closed) IS DISTINCT FROM cardinality(p_ids) THEN
    RAISE EXCEPTION 'only live records can be closed';
  END IF;

  FOR v_leg IN
    SELECT legs.paid, array_agg(legs.debit ORDER BY legs.id, legs.part) AS debits, array_agg(legs.credit ORDER BY legs.id, legs.part) AS credits,
      array_agg(legs.amount ORDER BY legs.id, legs.part) AS amounts, array_agg(legs.id ORDER BY legs.id, legs.part) AS records
    FROM (
      SELECT r.id, x.part, x.paid, x.debit, x.credit, x.amount
      FROM unnest(v_closed, v_profits) AS c (id, profit) JOIN saving_record r ON r.id = c.id
      JOIN ledger_account s ON s.owner_id = r.user_id AND s.kind = 'savings' AND s.currency = r.currency AND s.shard = 0
      JOIN ledger_account a ON a.owner_id = r.user_id AND a.kind = 'available' AND a.currency = r.currency AND a.shard = 0
      CROSS JOIN LATERAL (SELECT CASE r.currency WHEN 'USDT' THEN -5 ELSE -6 END AS interest,
        CASE r.currency WHEN 'USDT' THEN -9 ELSE -10 END AS reserve) AS house
      CROSS JOIN LATERAL (VALUES
        (1, false, s.id, a.id, r.principal_micro),
        (2, false, house.reserve, house.interest, r.reserved_micro - c.profit),
        (3, true, house.reserve, a.id, c.profit)
      ) AS x (part, paid, debit, credit, amount)
      WHERE x.amount <> 0
    ) AS legs GROUP BY legs.paid ORDER BY legs.paid
  LOOP
    PERFORM ledger_apply_batch(CASE WHEN v_leg.paid
        THEN ledger_begin('saving_interest', p_interest_key, sha256('saving-interest'), p_actor) ELSE p_journal END,
      v_leg.debits, v_leg.credits, v_leg.amounts, 'saving', v_leg.records);
  END LOOP;

  UPDATE saving_plan p SET subscribed_micro = p.subscribed_micro - d.principal
  FROM (SELECT r.plan_id, sum(r.principal_micro)::bigint AS principal FROM saving_record r
    WHERE r.id = ANY (v_closed) GROUP BY r.plan_id) AS d
  WHERE p.id = d.plan_id;
  UPDATE saving_record r SET closed_at = p_now, paid_principal_micro = r.principal_micro, paid_profit_micro = c.profit,
    status = CASE WHEN r.status = 'active' AND (r.type = 'flexible' OR r.days_accrued = r.duration_days) THEN 'completed' ELSE 'cancelled' END,
    reserved_micro = 0, next_day_at = NULL, funding_short_at = NULL
  FROM unnest(v_closed, v_profits) AS c (id, profit) WHERE r.id = c.id;
END
$$;

ALTER FUNCTION saving_close(uuid[], timestamptz, bigint, text, uuid) OWNER TO ledger_owner;
REVOKE ALL ON FUNCTION saving_close(uuid[], timestamptz, bigint, text, uuid) FROM PUBLIC, app_runtime;
