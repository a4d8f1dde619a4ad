import type { HouseAccountKind, LedgerCurrency } from "@/lib/ledger/schema";
import { MICRO } from "@/lib/platform/money";
import { fund } from "@/tests/factories/funds";
import { createPlanRow } from "@/tests/factories/savings";
import { withoutEntryDelay } from "@/tests/support/entry-delay";
import { Books, type YearPlan } from "./books";
import type { YearMarket } from "./market";

const FUNDS: [HouseAccountKind, LedgerCurrency, bigint][] = [
  ["option_pool", "USDT", 2_000_000n],
  ["inventory", "USDT", 20_000_000n],
  ["inventory", "XAUT", 5_000n],
  ["interest", "USDT", 1_000_000n],
  ["interest", "XAUT", 100n],
  ["referral", "USDT", 100_000n],
];
const USDT_EACH = 5_000n * MICRO;
const XAUT_EACH = MICRO / 2n;

const PLANS = [
  { type: "flexible", currency: "USDT", dailyRatePpb: 50_003n },
  { type: "flexible", currency: "XAUT", dailyRatePpb: 20_011n },
  { type: "fixed", currency: "USDT", dailyRatePpb: 110_017n, durationDays: 30 },
  { type: "fixed", currency: "USDT", dailyRatePpb: 160_001n, durationDays: 90 },
  { type: "fixed", currency: "XAUT", dailyRatePpb: 33_347n, durationDays: 7 },
] as const;

export type Town = { users: string[]; plans: YearPlan[]; books: Books };

/** Users with money, every second of them invited by the one before; a house with funds; plans. */
export async function foundTown(market: YearMarket, count: number): Promise<Town> {
  await withoutEntryDelay();
  await market.query(`
    INSERT INTO app_user (username, username_key, email, password_hash, country, country_iso, country_code, phone_number, gender, referral_code)
    SELECT 'year' || n, 'year' || n, 'year' || n || '@example.test', 'x', 'Nowhere', 'XX', '+0', '0', '', 'year' || n
    FROM generate_series(1, ${count}) AS n`);
  await market.query(`
    UPDATE app_user u SET referred_by_id = r.id FROM app_user r
    WHERE substr(u.username, 5)::int % 2 = 0 AND r.username = 'year' || (substr(u.username, 5)::int - 1)`);
  const rows = await market.query<{ id: string; referred: boolean }>(
    "SELECT id, referred_by_id IS NOT NULL AS referred FROM app_user ORDER BY substr(username, 5)::int",
  );
  const books = new Books(new Set(rows.filter(({ referred }) => referred).map(({ id }) => id)));
  for (const [kind, currency, units] of FUNDS) {
    const amountMicro = units * MICRO;
    await fund({ house: kind, currency }, amountMicro);
    books.deposit(currency, amountMicro, kind);
  }
  await market.query("SELECT ledger_even_out_pools()");
  for (const [currency, amount] of [
    ["USDT", USDT_EACH],
    ["XAUT", XAUT_EACH],
  ] as const) {
    for (const { id } of rows) await fund({ user: id, kind: "available", currency }, amount);
    books.deposit(currency, amount * BigInt(rows.length));
  }
  const plans: YearPlan[] = [];
  for (const data of PLANS) {
    const row = await createPlanRow({ ...data, minAmountMicro: 1_000n });
    plans.push({
      id: row.id,
      currency: data.currency,
      ratePpb: row.dailyRatePpb,
      days: row.durationDays,
    });
  }
  return { users: rows.map(({ id }) => id), plans, books };
}
