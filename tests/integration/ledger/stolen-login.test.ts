import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { fund } from "@/tests/factories/funds";
import { createTestAdmin, createTestUser } from "@/tests/factories/users";
import { createWalletRow } from "@/tests/factories/wallets";
import { testDatabase } from "@/tests/support/database";
import {
  acceptOptionRisks,
  fundOptionPool,
  recordTick,
  units,
} from "@/tests/support/ledger/ledger-model-fixture";

const database = testDatabase();
let thief: Client;
let names: Record<string, string>;

beforeAll(async () => {
  await fundOptionPool(units(1000));
  await recordTick(4000);
  const [admin, user, other] = [
    await createTestAdmin(),
    await createTestUser(),
    await createTestUser(),
  ];
  await acceptOptionRisks(user.id);
  await fund({ user: user.id, kind: "available", currency: "USDT" }, units(100));
  await fund({ user: other.id, kind: "available", currency: "USDT" }, units(100));
  const wallet = await createWalletRow("BTC", "BTC");
  const [account] = await database.query<{ id: string }>(
    "SELECT id FROM ledger_account WHERE owner_id = $1 AND kind = 'available' AND currency = 'USDT'",
    [user.id],
  );
  await database.query(
    `INSERT INTO withdrawal (user_id, currency, network, address, amount_micro) VALUES ('${other.id}', 'USDT', 'TRC20', 'T', 1);
     SET session_replication_role = replica;
     INSERT INTO deposit (user_id, wallet_id, currency, network, address, amount_e8, proof_file_id, status, rate_e8, credited_micro, processed_by_id, processed_at)
     VALUES ('${other.id}', '${wallet.id}', 'BTC', 'BTC', 'b', 1, uuid_v7(), 'completed', 1, 1, '${admin.id}', now())`,
  );
  names = { USER: user.id, OTHER: other.id, ADMIN: admin.id, ACCOUNT: account!.id };
  thief = new Client({ connectionString: database.appUrl, options: "-c role=app_runtime" });
  await thief.connect();
});
afterAll(() => thief.end());

/** What the list of docs/decisions/security/database-roles.md says that the login can do: names of tables, then of functions. */
const [tableList = "", functionList = ""] = (
  readFileSync(join(process.cwd(), "docs/decisions/security/database-roles.md"), "utf8").split(
    "## What a stolen login can do",
  )[1] ?? ""
)
  .split("\n## ")[0]!
  .split("Functions that change something:");
const namesIn = (list: string) => [...list.matchAll(/`([a-z_]+)`/g)].map((match) => match[1] ?? "");

/** Runs one statement as the thief, with everything that a commit would check, and takes it back. */
async function attempt(statement: string): Promise<"refused" | "done"> {
  await thief.query("BEGIN");
  try {
    await thief.query(statement);
    await thief.query("SET CONSTRAINTS ALL IMMEDIATE");
    return "done";
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    // Whatever else goes wrong with a statement of the test's own is no refusal.
    return /^(42501|XA001)$/.test(code ?? "") || /append-only|final/.test(message)
      ? "refused"
      : "done";
  } finally {
    await thief.query("ROLLBACK");
  }
}

describe("all that the catalogue grants to the application's login", () => {
  it("is on the list with its reason, table by table, or refused", async () => {
    const rights = await database.query<{ name: string; statement: string }>(
      `SELECT c.relname AS name, r.statement FROM pg_class c CROSS JOIN LATERAL (
         SELECT format('INSERT INTO %I SELECT * FROM %I LIMIT 1', c.relname, c.relname) AS statement
         WHERE has_table_privilege('app', c.oid, 'INSERT')
         UNION ALL SELECT format('DELETE FROM %I', c.relname) WHERE has_table_privilege('app', c.oid, 'DELETE')
         UNION ALL SELECT format('UPDATE %I SET %I = %s', c.relname, a.attname,
           CASE format_type(a.atttypid, NULL) WHEN 'boolean' THEN format('NOT %I', a.attname)
             WHEN 'text[]' THEN format('%I || ARRAY[''*'']', a.attname) ELSE format('%I', a.attname) END)
         FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
           AND has_column_privilege('app', c.oid, a.attnum, 'UPDATE')
       ) AS r
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1, 2`,
    );
    expect(rights.length).toBeGreaterThan(100);
    const may = new Set<string>();
    for (const { name, statement } of rights) {
      if (!may.has(name) && (await attempt(statement)) === "done") may.add(name);
    }
    expect([...may].sort()).toEqual(namesIn(tableList).sort());
  });

  it("is on the list function by function, where it changes anything", async () => {
    const functions = await database.query<{ name: string }>(
      `SELECT DISTINCT p.proname AS name FROM pg_proc p
       WHERE p.pronamespace = 'public'::regnamespace AND p.prorettype <> 'trigger'::regtype AND p.prosecdef
         AND has_function_privilege('app', p.oid, 'EXECUTE')
         AND NOT EXISTS (SELECT FROM pg_depend e WHERE e.classid = 'pg_proc'::regclass AND e.objid = p.oid AND e.deptype = 'e')
         AND p.provolatile = 'v' ORDER BY 1`,
    );
    expect(functions.map(({ name }) => name)).toEqual(namesIn(functionList).sort());
  });
});

/** Arguments that a thief would choose, by the type of the parameter: everybody's ids, nothing, much, and too much. */
const CHOICES: Record<string, (ids: string[]) => string[]> = {
  uuid: (ids) => ids.map((id) => `'${id}'::uuid`),
  bigint: () => ["-1000000", "1000000", "1000000000000000"],
  integer: () => ["-1", "30", "1000000"],
  text: () => ["'add'", "'USDT'", "'approve'", "'up'", "'x'"],
  boolean: () => ["true"],
  bytea: () => ["sha256('x')"],
};

it("gives no user a balance through any function with arguments of a thief's own", async () => {
  const rows = await database.query<{ name: string; types: string[] }>(
    `SELECT p.proname AS name, ARRAY(SELECT format_type(t, NULL) FROM unnest(p.proargtypes) AS t) AS types FROM pg_proc p
     WHERE p.pronamespace = 'public'::regnamespace AND p.prosecdef AND p.provolatile = 'v' AND p.prorettype <> 'trigger'::regtype
       AND has_function_privilege('app', p.oid, 'EXECUTE') ORDER BY 1`,
  );
  expect(rows.length).toBeGreaterThan(20);
  const wealth =
    "SELECT sum(balance_micro) AS micro FROM ledger_account WHERE owner_id IS NOT NULL";
  const [before] = await database.query(wealth);
  const ids = [names.USER!, names.OTHER!];
  for (const { name, types } of rows) {
    for (let round = 0; round < 6; round += 1) {
      const values = types.map((type, place) => {
        const choices = CHOICES[type]?.(ids) ?? [`NULL::${type}`];
        return choices[(round + place) % choices.length] ?? "NULL";
      });
      await thief.query("BEGIN");
      try {
        await thief.query(`SELECT ${name}(${values.join(", ")})`);
        expect([name, (await thief.query(wealth)).rows]).toEqual([name, [before]]);
      } catch (error) {
        if ((error as { code?: string }).code === undefined) throw error;
      } finally {
        await thief.query("ROLLBACK");
      }
    }
  }
});

it.each([
  "SELECT ledger_post_one('deposit', 'x', sha256('x'), NULL, -1, ACCOUNT, 1000000000, NULL, NULL)",
  "SELECT ledger_post('deposit', 'x', sha256('x'), NULL, ARRAY[-3]::bigint[], ARRAY[ACCOUNT]::bigint[], ARRAY[1000]::bigint[], NULL, NULL)",
  "SELECT ledger_hold('x', sha256('x'), NULL, 'OTHER', 1, uuid_v7())",
  "SELECT ledger_settle_hold('x', sha256('x'), NULL, 'OTHER', 1, 0, uuid_v7())",
  "SELECT open_option('x', sha256('x'), 'USER', 'up', 1000000, 5, 5000000, 1, 1000000000, NULL, 1, NULL, NULL)",
  "SELECT open_user_option(NULL, 1, 'x', sha256('x'), 'USER', 'up', 1000000, 5, 5000000, 1, 1000000000, NULL, 1, NULL, NULL)",
  "SELECT record_tick(410000000000, 410000000000, 410000000000, '[]', 3, false, clock_timestamp(), false)",
  "SELECT market_contest()",
  "UPDATE withdrawal SET address = 'mine'",
  "UPDATE withdrawal SET amount_micro = 5",
  "UPDATE withdrawal SET user_id = 'USER'",
  "UPDATE withdrawal SET status = 'completed', transaction_hash = 'x', processed_by_id = 'ADMIN'",
  "INSERT INTO withdrawal (user_id, currency, network, address, amount_micro) VALUES ('USER', 'USDT', 'TRC20', 'T', 1)",
  "UPDATE deposit SET status = 'pending'",
  "UPDATE deposit SET user_id = 'USER'",
  "UPDATE balance_adjustment SET status = 'applied'",
  "UPDATE wallet SET address = 'mine'",
  "UPDATE app_user SET is_admin = true, permissions = ARRAY['*'] WHERE id = 'USER'",
  "UPDATE app_user SET is_active = false WHERE id = 'OTHER'",
  "INSERT INTO setting (key, value) VALUES ('withdrawalDailyLimit', '1')",
  "INSERT INTO trade_config (user_id, max_amount_micro) VALUES ('USER', 1000000000)",
  "UPDATE market_candle SET close_e8 = low_e8",
  "INSERT INTO market_rate (currency, rate_e8, source, simulated, at) VALUES ('BTC', 1, 'x', false, now())",
])("%s", async (statement) => {
  const told = Object.entries(names).reduce(
    (text, [name, id]) => text.replaceAll(name, id),
    statement,
  );
  await thief.query("BEGIN");
  try {
    const committed = thief.query(told).then(() => thief.query("SET CONSTRAINTS ALL IMMEDIATE"));
    await expect(committed).rejects.toThrow(
      /permission denied|does not exist|^VALIDATION$|with an audit entry only/,
    );
  } finally {
    await thief.query("ROLLBACK");
  }
});
