import { LAST_AT, NO_ID } from "@/lib/ledger/transactions/lines";

type Query = (sql: string) => Promise<object[]>;

const EVERYTHING = `'${LAST_AT}', 0, 0, '${NO_ID}', NULL, NULL, NULL, NULL`;

/** Users whose lines don't add up: those of wealth to all that is theirs, those of an account to its balance. */
export async function wrongHistories(query: Query): Promise<object[]> {
  return query(`
    WITH owned AS (
      SELECT a.owner_id AS "user", a.kind, a.currency, a.balance_micro AS micro
      FROM ledger_account a WHERE a.owner_id IS NOT NULL
      UNION ALL
      SELECT t.user_id, 'escrow', 'USDT', sum(t.amount_micro) FROM trade t
      WHERE t.type = 'option' AND t.status = 'open' GROUP BY t.user_id
    ), lines AS (
      SELECT u.id AS "user", l.o_account_kind AS kind, l.o_currency AS currency, sum(l.o_amount_micro) AS micro
      FROM app_user u CROSS JOIN LATERAL ledger_account_lines(u.id, ${EVERYTHING}) l GROUP BY 1, 2, 3
    ), wealth AS (
      SELECT u.id AS "user", sum(l.o_usdt_micro) AS usdt, sum(l.o_xaut_micro) AS xaut
      FROM app_user u CROSS JOIN LATERAL ledger_wealth_lines(u.id, ${EVERYTHING}) l GROUP BY 1
    ), totals AS (
      SELECT "user", coalesce(sum(micro) FILTER (WHERE currency = 'USDT'), 0) AS usdt,
        coalesce(sum(micro) FILTER (WHERE currency = 'XAUT'), 0) AS xaut
      FROM owned GROUP BY 1
    )
    SELECT "user", kind, currency, o.micro AS owned, l.micro AS lines
    FROM owned o FULL JOIN lines l USING ("user", kind, currency)
    WHERE coalesce(o.micro, 0) <> coalesce(l.micro, 0)
    UNION ALL
    SELECT t."user", 'wealth', c.currency, c.owned, c.lines
    FROM totals t LEFT JOIN wealth w ON w."user" = t."user"
    CROSS JOIN LATERAL (VALUES ('USDT', t.usdt, coalesce(w.usdt, 0)), ('XAUT', t.xaut, coalesce(w.xaut, 0))) AS c (currency, owned, lines)
    WHERE c.owned <> c.lines`);
}
