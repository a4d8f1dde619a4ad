import { randomUUID } from "node:crypto";
import { SYSTEM_ACTOR } from "@/lib/audit/mutations";
import { enterDue, settleDue } from "@/lib/ledger/options";
import { sql } from "@/lib/platform/db";
import { userIdOf } from "@/lib/sessions/user-id";
import { updateSettings } from "@/lib/site/mutations";
import { requestWithdrawal } from "@/lib/withdrawals/mutations";
import { fund } from "@/tests/factories/funds";
import { createPlanRow, fundInterest } from "@/tests/factories/savings";
import { createTestUser } from "@/tests/factories/users";
import { ADDRESSES } from "@/tests/factories/wallets";
import { testDatabase } from "@/tests/support/database";
import {
  acceptOptionRisks,
  brokenChecks,
  fundOptionPool,
  openOption,
  optionOrder,
  runMarket,
  units,
} from "@/tests/support/ledger/ledger-model-fixture";

// What the verify command says of terms: what was agreed to has to be what was offered then.

jest.setTimeout(120_000);

const database = testDatabase();
const PASSWORD = "withdraw me";
/** Changes what nobody may. */
const corrupt = (statement: string) =>
  database.query(`SET session_replication_role = replica; ${statement}`);

let user: string;

/** A live price of three exchanges, a second later. */
async function quoteOfThree(): Promise<void> {
  await database.advanceClock(1_000);
  const sources = [
    { source: "okx:XAUT/USDT", bid: "3999.5", ask: "4000.5" },
    { source: "gate:XAUT/USDT", bid: "4000.5", ask: "4001.5" },
    { source: "kraken:XAUT/USD", bid: "3998.5", ask: "4000" },
  ];
  await database.query("SELECT record_tick($1, $2, $3, $4, 3, false, clock_timestamp())", [
    "400000000000",
    "399950000000",
    "400050000000",
    JSON.stringify(sources),
  ]);
}

beforeAll(async () => {
  await database.setClock(new Date());
  await fundOptionPool(units(1000));
  await fund({ house: "inventory", currency: "USDT" }, units(100_000));
  await fund({ house: "inventory", currency: "XAUT" }, units(100));
  await database.query("SELECT ledger_even_out_pools()");
  user = (await createTestUser({ withdrawPassword: PASSWORD })).id;
  await acceptOptionRisks(user);
  await fund({ user, kind: "available", currency: "USDT" }, units(1000));
  await database.query(
    `INSERT INTO trade_config (user_id, min_amount_micro, max_amount_micro)
    VALUES ('${user}', ${units(1)}, ${units(200)})`,
  );
  await fundInterest(units(1000));
  const plan = await createPlanRow({ name: "Kept" });
  await database.advanceClock(120_000);
  await sql`SELECT saving_subscribe('save', sha256('x'), ${user}, ${plan.id}, ${units(50).toString()})`;
  await quoteOfThree();
  await openOption(optionOrder(user));
  await sql`SELECT accept_spot_trade('spot', sha256('x'), ${user}, 'buy', ${units(100).toString()}, NULL, 1000)`;
  await sql`SELECT accept_conversion('store', sha256('x'), ${user}, 'store', 'USDT', ${units(100).toString()}, NULL, 1000)`;
  await quoteOfThree();
  await enterDue();
  await sql`SELECT fill_due(100)`;
  await runMarket(31, 4001);
  expect(await settleDue()).toHaveLength(1);
  const saved = { currency: "USDT", network: "TRC20", address: ADDRESSES.TRC20 } as const;
  await sql`INSERT INTO withdrawal_address (user_id, label, currency, network, address, usable_from, created_at)
    VALUES (${user}, 'Mine', 'USDT', 'TRC20', ${saved.address}, app_now() + interval '24 hours', app_now())`;
  await sql`UPDATE app_user SET address_book_only = true WHERE id = ${user}`;
  await database.advanceClock(24 * 3_600_000);
  const wish = { ...saved, amount: "20", withdrawPassword: PASSWORD };
  await requestWithdrawal(userIdOf(user), randomUUID(), wish);
});

afterEach(async () => {
  expect(await brokenChecks()).toEqual([]);
});

/** What the check says of a change, which is taken back. */
async function brokenBy(table: string, change: string, where = "true"): Promise<string[]> {
  await corrupt(
    `CREATE TABLE before AS SELECT * FROM ${table}; UPDATE ${table} SET ${change} WHERE ${where}`,
  );
  const broken = await brokenChecks();
  await corrupt(
    `DELETE FROM ${table}; INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM before; DROP TABLE before`,
  );
  return broken;
}

/** Of these tables only some rows: nothing is known from before the first offer. */
const ONLY: Record<string, string> = {
  market_tick: "sources -> 0 ? 'bid'",
  option_offer: "duration_seconds = 30",
};

it.each([
  ["an option at a rate that was never offered", "trade", "payout_rate_ppm = 990000", "offers"],
  ["an option of a duration that was never offered", "trade", "duration_seconds = 29", "offers"],
  [
    "an option from before its offer",
    "option_offer",
    "offered_from = offered_from + interval '2 days'",
    "offers",
  ],
  [
    "an option from after its offer",
    "option_offer",
    "offered_until = offered_from - interval '2 minutes'",
    "offers",
  ],
  ["a spot trade without a fee", "trade", "fee_rate_ppm = 0", "fees"],
  ["a spot trade with another spread", "trade", "spread_ppm = 7", "fees"],
  ["a conversion without a fee", "vault_conversion", "fee_rate_ppm = 0", "fees"],
  ["a withdrawal with another fee", "withdrawal", "fee_micro = 5", "withdrawal terms"],
  ["a withdrawal below the minimum", "withdrawal", "amount_micro = 9999999", "withdrawal terms"],
  ["a spot trade above the limits", "trade", "amount_micro = 50000000001", "spot limits"],
  ["a spot trade below the limits", "trade", "amount_micro = 999999", "spot limits"],
  [
    "a sale above the limits",
    "trade",
    "side = 'sell', currency = 'XAUT', amount_micro = 14000000",
    "spot limits",
  ],
  ["a trade above its user's own limits", "trade", "amount_micro = 200000001", "own limits"],
  ...["option_enabled", "manual_enabled"].map((product): [string, string, string, string] => [
    `a trade of a product that was off for its user: ${product}`,
    "terms_history",
    `terms = terms || '{"${product}": false}'`,
    "own limits",
  ]),
  ["a saving at another rate", "saving_record", "daily_rate_ppb = 7", "saving terms"],
  ["a saving below the minimum", "saving_record", "principal_micro = 1", "saving terms"],
  [
    "a saving of a plan that was closed",
    "terms_history",
    `terms = terms || '{"is_active": false}'`,
    "saving terms",
  ],
  ["a rule that nobody recorded", "site_rule", "manual_fee_ppm = 0", "site rules"],
  ["a withdrawal to another address", "withdrawal", "address = 'T'", "saved addresses"],
  [
    "a withdrawal to the address of somebody else",
    "withdrawal_address",
    "user_id = uuid_v7()",
    "saved addresses",
  ],
  [
    "a withdrawal to an address that was saved just before",
    "withdrawal_address",
    "created_at = created_at + interval '1 hour'",
    "saved addresses",
  ],
  [
    "a withdrawal to an address that was removed before",
    "withdrawal_address",
    "deleted_at = created_at",
    "saved addresses",
  ],
  [
    "a price that is not the median of its exchanges",
    "market_tick",
    "sources = jsonb_set(sources, '{0,ask}', '\"4000.6\"')",
    "prices",
  ],
  [
    "a price that rests on fewer exchanges than it says",
    "market_tick",
    "source_count = 4",
    "prices",
  ],
])("notices %s", async (_, table, change, expected) => {
  expect(await brokenBy(table, change, ONLY[table])).toContain(expected);
});

it("knows the terms of then, whatever they are now", async () => {
  await updateSettings(SYSTEM_ACTOR, {
    manualFeeRate: "0.002",
    storageFeeRate: "0.003",
    withdrawalFee: "1",
    withdrawalMin: "30",
    optionMin: "500",
    manualMax: "20",
  });
  await database.query(
    "UPDATE trade_config SET option_enabled = false, max_amount_micro = 2000000",
  );
  await database.query("UPDATE saving_plan SET daily_rate_ppb = 1, min_amount_micro = 900000000");
  await database.advanceClock(120_000);
  expect(await brokenChecks()).toEqual([]);
});

it("notices a state of the rules that the application made without saying so", async () => {
  await corrupt("UPDATE audit_entry SET action = 'x' WHERE action LIKE 'settings.%'");
  expect(await brokenChecks()).toEqual(["site rules"]);
  await corrupt("UPDATE audit_entry SET action = 'settings.update' WHERE action = 'x'");
});

describe("the application's login may not", () => {
  const asApp = (statement: string) => sql.unsafe(statement.replaceAll("USER", user));

  it.each([
    "INSERT INTO withdrawal_address (user_id, label, currency, network, address, usable_from) VALUES ('USER', 'x', 'USDT', 'TRC20', 'T2', app_now())",
    "UPDATE withdrawal_address SET address = 'mine'",
    "UPDATE withdrawal_address SET usable_from = now()",
    "UPDATE app_user SET address_book_only = false WHERE id = 'USER'",
    "UPDATE app_user SET address_book_off_at = now() WHERE id = 'USER'",
    "INSERT INTO session (user_id, created_at, expires_at) VALUES ('USER', now() - interval '1 hour', now() + interval '1 hour')",
    "UPDATE session SET user_id = 'USER'",
    "UPDATE session SET created_at = now()",
    "UPDATE session SET expires_at = now() + interval '1 year'",
    "DELETE FROM session",
    "UPDATE site_rule SET manual_fee_ppm = 0",
    "INSERT INTO site_rule_history (since, by_application, rule) VALUES (now(), false, '{}')",
    "UPDATE site_rule_history SET since = now()",
    "INSERT INTO terms_history (subject, subject_id, since, terms) VALUES ('trade_config', 'USER', now(), '{}')",
    "UPDATE terms_history SET since = now()",
  ])("%s", async (statement) => {
    await expect(asApp(statement)).rejects.toThrow(
      /permission denied|waits for 24 hours|begins and ends now/,
    );
  });

  it("move, take back or antedate the end of a session", async () => {
    const session = randomUUID();
    await asApp(
      `INSERT INTO session (id, user_id, expires_at) VALUES ('${session}', 'USER', now() + interval '1 hour')`,
    );
    const end = (at: string) =>
      asApp(`UPDATE session SET revoked_at = ${at} WHERE id = '${session}'`);
    await expect(end("now() - interval '1 hour'")).rejects.toThrow("begins and ends now");
    await end("now()");
    await expect(end("NULL")).rejects.toThrow("begins and ends now");
    await expect(end("now() + interval '1 hour'")).rejects.toThrow("begins and ends now");
  });
});
