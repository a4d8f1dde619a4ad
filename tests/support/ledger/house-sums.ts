type Query = (sql: string) => Promise<object[]>;

/**
 * House accounts that hold something else than what the records of the business come to: what came from outside and left,
 * what staff gave, outcomes of options, exchanges, fees, interest and commissions. So the house gains by nothing else.
 */
export async function wrongHouse(query: Query): Promise<object[]> {
  return query(`
    WITH record AS (
      SELECT from_kind AS kind, currency, -amount_micro AS micro FROM house_transfer
      UNION ALL SELECT to_kind, currency, amount_micro FROM house_transfer
      UNION ALL SELECT 'treasury', currency, CASE operation WHEN 'add' THEN -amount_micro ELSE amount_micro END
        FROM balance_adjustment WHERE status = 'applied'
      UNION ALL SELECT 'external', CASE currency WHEN 'XAUT' THEN 'XAUT' ELSE 'USDT' END, -credited_micro
        FROM deposit WHERE status IN ('completed', 'reversed')
      UNION ALL SELECT 'external', currency, amount_micro FROM deposit_reversal
      UNION ALL SELECT 'receivable', currency, collected_micro - (amount_micro - taken_micro) FROM deposit_reversal
      UNION ALL SELECT part.kind, CASE w.currency WHEN 'XAUT' THEN 'XAUT' ELSE 'USDT' END, part.micro
        FROM withdrawal w CROSS JOIN LATERAL (VALUES ('external', w.amount_micro - w.fee_micro), ('fees', w.fee_micro)) AS part (kind, micro)
        WHERE w.status = 'completed'
      UNION ALL SELECT 'option_pool', 'USDT', CASE status WHEN 'open' THEN -collateral_micro ELSE -pnl_micro END
        FROM trade WHERE type = 'option'
      UNION ALL SELECT part.kind, part.currency, part.micro FROM (
        SELECT side, amount_micro AS given, received_micro AS got, fee_micro AS fee FROM trade WHERE type IN ('manual', 'ai') AND status = 'filled'
        UNION ALL SELECT CASE direction WHEN 'store' THEN 'buy' ELSE 'sell' END,
          CASE direction WHEN 'store' THEN usdt_micro ELSE xaut_micro END,
          CASE direction WHEN 'store' THEN xaut_micro ELSE usdt_micro END, fee_micro
        FROM vault_conversion WHERE status = 'filled' AND currency = 'USDT'
      ) AS e CROSS JOIN LATERAL (VALUES
        ('inventory', 'USDT', CASE e.side WHEN 'buy' THEN e.given - e.fee ELSE -(e.got + e.fee) END),
        ('inventory', 'XAUT', CASE e.side WHEN 'buy' THEN -e.got ELSE e.given END),
        ('fees', 'USDT', e.fee)) AS part (kind, currency, micro)
      UNION ALL SELECT 'interest', currency, -coalesce(paid_profit_micro, 0) FROM saving_record
      UNION ALL SELECT 'referral', 'USDT', -earned_micro FROM referral_earning
    ), account AS (
      -- What is set aside for interest is the house's until it is paid.
      SELECT CASE kind WHEN 'interest_reserve' THEN 'interest' ELSE kind END AS kind, currency, sum(balance_micro) AS micro
      FROM ledger_account WHERE owner_id IS NULL AND kind <> 'escrow' GROUP BY 1, 2
    )
    SELECT kind, currency, a.micro AS holds, r.micro AS records
    FROM account a FULL JOIN (SELECT kind, currency, sum(micro) AS micro FROM record GROUP BY 1, 2) AS r USING (kind, currency)
    WHERE coalesce(a.micro, 0) <> coalesce(r.micro, 0)`);
}
