import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import checksums from "@/prisma/checksums.json";
import { prepareDatabase } from "@/scripts/lib/prepare";
import { createTestDatabase, type TestDatabase, testDatabase } from "@/tests/support/database";
import { program } from "@/tests/support/program";
import { describeDatabase } from "@/tests/support/sql/catalogue";
import { codeOf } from "@/tests/support/sql/migrations";

const PRISMA = join(process.cwd(), "prisma");
// What `npm start` of the last commit before the baseline made, with users, trades, savings, deposits and withdrawals.
const SITE = gunzipSync(readFileSync("tests/fixtures/site-0.1.0.sql.gz")).toString("utf8");

const upgrade = (database: TestDatabase) =>
  prepareDatabase(database.ownerUrl, PRISMA, { appPassword: "test" });

/** `npm run <name>:verify` on that database. @throws when it finds a difference */
async function verify(name: string, database: TestDatabase): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [program(`scripts/verify-${name}.ts`)],
    { env: { ...process.env, NODE_OPTIONS: "", DATABASE_URL: database.appUrl } },
  );
  return stdout;
}

// All rows of tables that people's money and history is in, as one text each.
// Of accounts and trades without what is null, and without numbers and the counts of the day: a migration may add a column. What users owe is a new, empty account.
const ROWS = `SELECT md5(string_agg(line, E'\\n' ORDER BY line)) AS hash, count(*)::int AS count FROM (
  SELECT 'account ' || (jsonb_strip_nulls(to_jsonb(a)) - '{counted_day,counted_trades}'::text[])::text AS line FROM ledger_account a WHERE kind <> 'receivable'
  UNION ALL SELECT 'transfer ' || t::text FROM ledger_transfer t
  UNION ALL SELECT 'trade ' || (jsonb_strip_nulls(to_jsonb(t)) - '{fill_rules,number}'::text[])::text FROM trade t
  UNION ALL SELECT 'saving ' || (to_jsonb(s) - '{number,auto_renew,min_daily_rate_ppb,renewed_from,not_renewed}'::text[])::text FROM saving_record s
  UNION ALL SELECT 'audit ' || e::text FROM audit_entry e
  UNION ALL SELECT 'user ' || (jsonb_strip_nulls(to_jsonb(u)) - '{language,must_change_password,number,times,device_approval}'::text[])::text FROM app_user u) AS lines`;

// Whose count of the day, kept on their account, is not what their trades and runs of today say.
const COUNTS = `SELECT count(*)::int AS wrong FROM app_user u WHERE daily_trades_used(u.id) <>
    (SELECT count(*) FROM trade t WHERE t.user_id = u.id AND t.type <> 'ai' AND NOT (t.type = 'manual' AND t.status = 'void')
      AND (t.opened_at AT TIME ZONE 'UTC')::date = (app_now() AT TIME ZONE 'UTC')::date)
    + (SELECT count(*) FROM strategy_run r WHERE r.user_id = u.id
      AND (r.started_at AT TIME ZONE 'UTC')::date = (app_now() AT TIME ZONE 'UTC')::date)`;

/** As it was left: to copy takes a tenth of the time that its text takes to be run. */
let left: TestDatabase;
const oldSite = () => createTestDatabase({ from: left });

beforeAll(async () => {
  left = await createTestDatabase({ empty: true });
  await left.query(SITE);
});

describe("a site of the last commit before the baseline", () => {
  let old: TestDatabase;

  beforeAll(async () => {
    old = await oldSite();
  });

  it("upgrades by itself to what a new site has, and keeps its rows", async () => {
    const before = await old.query<{ hash: string; count: number }>(ROWS);
    expect(before[0]?.count).toBeGreaterThan(250);
    const columns =
      "SELECT count(*)::int AS count FROM _prisma_migrations WHERE finished_at IS NOT NULL";
    expect(await old.query(columns)).toEqual([{ count: 57 }]);
    await upgrade(old);
    await upgrade(old);
    expect(await describeDatabase(old.query)).toEqual(await describeDatabase(testDatabase().query));
    expect(await old.query(columns)).toEqual([{ count: 57 + Object.keys(checksums).length }]);
    expect(await old.query(ROWS)).toEqual(before);
  }, 60_000);

  it("counts the trades of the day, and hands to the outbox what users were not told yet or is still queued", async () => {
    const site = await oldSite();
    const queue = async (n: number) => {
      const id = `'00000000-0000-7000-8000-00000000000${n}'`;
      await site.query(`INSERT INTO option_opening_news (trade_id) VALUES (${id});
        INSERT INTO trade_news (trade_id, user_id) VALUES (${id}, ${id});
        INSERT INTO saving_news (record_id, user_id, kind) VALUES (${id}, ${id}, 'matured');
        INSERT INTO referral_news AS n (referrer_id, payments, earned_micro) VALUES (${id}, 2, 9007199254740993)
        ON CONFLICT (referrer_id) DO UPDATE SET payments = n.payments + excluded.payments`);
      return id.slice(1, -1);
    };
    await site.query(
      "DELETE FROM option_opening_news; DELETE FROM trade_news; DELETE FROM saving_news; DELETE FROM referral_news",
    );
    const before = await queue(1);
    await site.query(`SET session_replication_role = replica;
      UPDATE trade SET opened_at = clock_timestamp(); RESET session_replication_role`);
    await upgrade(site);
    expect(await site.query(COUNTS)).toEqual([{ wrong: 0 }]);
    const after = await queue(2);
    const messages = await site.query("SELECT user_id, kind, payload FROM outbox ORDER BY id");
    expect(messages).toMatchObject(
      [before, after].flatMap((id) => [
        { kind: "option_opened", payload: { tradeId: id } },
        { user_id: id, kind: "trade_closed", payload: { tradeId: id } },
        {
          user_id: id,
          kind: "saving_changed",
          payload: { recordId: id, userId: id, kind: "matured" },
        },
        {
          user_id: id,
          kind: "commission_paid",
          payload: { referrerId: id, payments: 2, earnedMicro: "9007199254740993" },
        },
      ]),
    );
    const left = await site.query(
      "SELECT trade_id FROM option_opening_news UNION ALL SELECT trade_id FROM trade_news UNION ALL SELECT record_id FROM saving_news UNION ALL SELECT referrer_id FROM referral_news",
    );
    expect(left).toEqual([]);
    await site.drop();
  }, 60_000);

  it("passes the checks of ledger and audit log", async () => {
    expect(await verify("ledger", old)).toMatch(/The ledger verifies\.\n$/);
    expect(await verify("audit", old)).toMatch(/The audit log verifies\.\n$/);
  }, 60_000);
});

it.each([
  [
    "one is missing",
    "DELETE FROM _prisma_migrations WHERE migration_name = '20261124131000_candle_kinds'",
  ],
  [
    "one was edited",
    "UPDATE _prisma_migrations SET checksum = 'other' WHERE migration_name = '20261122144000_desk'",
  ],
  [
    "one did not end",
    "UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '20261121003500_house'",
  ],
  [
    "another was added",
    "UPDATE _prisma_migrations SET rolled_back_at = NULL, migration_name = 'own' WHERE migration_name = '20261121002200_vault'",
  ],
])(
  "a site whose old migrations are not all applied is refused: %s",
  async (_what, change) => {
    const old = await oldSite();
    await old.query(change);
    const before = await describeDatabase(old.query);
    await expect(upgrade(old)).rejects.toThrow(
      /^The database holds 56 of the 57 migrations .* start the last commit of version 0\.1\.0 \(e35149d\) on it first, then upgrade\.$/,
    );
    expect(await codeOf(upgrade(old))).toBe("SQUASHED");
    expect(await describeDatabase(old.query)).toEqual(before);
    await old.drop();
  },
  60_000,
);
