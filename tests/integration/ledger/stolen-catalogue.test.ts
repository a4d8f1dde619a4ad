import { Client } from "pg";
import { verifyAudit } from "@/lib/audit/verify";
import { fund } from "@/tests/factories/funds";
import { createTestAdmin, createTestUser } from "@/tests/factories/users";
import { createWalletRow } from "@/tests/factories/wallets";
import { testDatabase } from "@/tests/support/database";
import {
  acceptOptionRisks,
  brokenChecks,
  fundOptionPool,
  openOption,
  optionOrder,
  recordTick,
  units,
} from "@/tests/support/ledger/ledger-model-fixture";

// Everything that the catalogue grants to the application's login is tried with what a thief would choose, and kept. What
// is granted in the future is tried as well: nothing here is a list of names.

jest.setTimeout(240_000);

const database = testDatabase();
let thief: Client;
let people: { user: string; other: string; admin: string; second: string };
/** Ids of everything that there is, by what they belong to. */
let ids: string[];

const ROUNDS = 40;

/** The same choices in each run: a failure that chance finds could not be looked at again. */
let state = 20_261_127;
const pick = <T>(list: readonly T[]): T => {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return list[state % list.length]!;
};

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

beforeAll(async () => {
  await database.setClock(new Date());
  await fundOptionPool(units(1000));
  await fund({ house: "inventory", currency: "USDT" }, units(10_000));
  await fund({ house: "inventory", currency: "XAUT" }, units(10));
  await fund({ house: "interest", currency: "USDT" }, units(1000));
  await recordTick(4000);
  const [admin, second] = [await createTestAdmin(), await createTestAdmin()];
  const [user, other] = [await createTestUser(), await createTestUser()];
  people = { user: user.id, other: other.id, admin: admin.id, second: second.id };
  for (const { id } of [user, other]) {
    await acceptOptionRisks(id);
    await fund({ user: id, kind: "available", currency: "USDT" }, units(1000));
    await fund({ user: id, kind: "available", currency: "XAUT" }, units(1));
    await openOption(optionOrder(id));
  }
  const wallet = await createWalletRow("BTC", "BTC");
  await database.query(
    `SELECT accept_spot_trade('spot', sha256('x'), '${other.id}', 'buy', 20000000, NULL, 1000);
     SELECT accept_conversion('store', sha256('x'), '${other.id}', 'store', 'USDT', 20000000, NULL, 1000);
     UPDATE app_user SET withdraw_password_hash = 'x' WHERE id IN ('${user.id}', '${other.id}');
     SELECT withdrawal_request(uuid_v7(), '${other.id}', 'USDT', 'TRC20', 'T', 20000000, 0, 'x');
     INSERT INTO saving_plan (name, type, currency, daily_rate_ppb, min_amount_micro, is_active)
     VALUES ('A plan', 'flexible', 'USDT', 1000000, 1000000, true);
     INSERT INTO trade_config (user_id, max_amount_micro) VALUES ('${other.id}', 5000000);
     INSERT INTO setting (key, value) VALUES ('siteName', '"A site"');
     INSERT INTO session (user_id, expires_at) VALUES ('${other.id}', now() + interval '1 day');
     SET session_replication_role = replica;
     INSERT INTO deposit (user_id, wallet_id, currency, network, address, amount_e8, proof_file_id)
     VALUES ('${user.id}', '${wallet.id}', 'USDT', 'TRC20', 'b', 100000000, uuid_v7()),
       ('${other.id}', '${wallet.id}', 'XAUT', 'ERC20', 'b', 100000000, uuid_v7())`,
  );
  const tables = ["deposit", "withdrawal", "trade", "vault_conversion", "saving_plan", "wallet"];
  const rows = await database.query<{ id: string }>(
    tables.map((table) => `SELECT id FROM ${table}`).join(" UNION ALL "),
  );
  ids = [...Object.values(people), ...rows.map(({ id }) => id)];
  thief = new Client({ connectionString: database.appUrl, options: "-c role=app_runtime" });
  await thief.connect();
});

afterAll(async () => {
  await thief.end();
  await database.setClock(null);
});

/** Runs a statement and keeps what it did, if it is allowed to. */
async function dare(statement: string): Promise<boolean> {
  try {
    await thief.query("BEGIN");
    await thief.query(statement);
    await thief.query("COMMIT");
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === undefined) throw error;
    await thief.query("ROLLBACK");
    return false;
  }
}

/** Values by their type, as a thief would choose them; a column's own value is `was`. */
const HOSTILE: Record<string, (was: string) => string[]> = {
  uuid: () => [quoted(people.user), quoted(people.admin), "uuid_v7()"],
  bigint: (was) => [`coalesce(${was}, 0) + 1000000000`, "-1", "9223372036854775807"],
  integer: (was) => [`coalesce(${was}, 0) + 1000000`, "-1", "0"],
  smallint: () => ["0", "1"],
  boolean: (was) => [`NOT coalesce(${was}, false)`],
  text: () => ["'completed'", "'applied'", "'T-of-a-thief'", "'add'"],
  jsonb: () => ["'{}'", `'"0"'`],
  date: () => ["'2020-01-01'"],
  "text[]": () => ["ARRAY['*']", "'{}'"],
  bytea: () => ["sha256('x')"],
};
const hostile = (type: string, was: string): string[] =>
  type.startsWith("timestamp")
    ? ["now() - interval '1 year'", "now() + interval '1 year'", "NULL"]
    : (HOSTILE[type]?.(was) ?? ["NULL"]);

/** What no table's row may change: money, rights, and what decides about either. */
const protectedState = () =>
  database.query(
    `SELECT 'account' AS what, id::text, balance_micro::text AS is FROM ledger_account
     UNION ALL SELECT 'rights', id::text, (is_admin, permissions, is_active)::text FROM app_user
     UNION ALL SELECT 'setting', key, value::text FROM setting
     UNION ALL SELECT 'wallet', id::text, (address, is_active, deleted_at)::text FROM wallet
     UNION ALL SELECT 'plan', id::text, (daily_rate_ppb, capacity_micro, is_active)::text FROM saving_plan
     UNION ALL SELECT 'limits', user_id::text, c::text FROM trade_config c
     UNION ALL SELECT 'rule', '', s::text FROM site_rule s
     UNION ALL SELECT 'offer', id::text, o::text FROM option_offer o
     UNION ALL SELECT 'payment', id::text, (user_id, address, amount_micro, status)::text FROM withdrawal
     UNION ALL SELECT 'payment', id::text, (user_id, amount_e8, status, credited_micro)::text FROM deposit
     UNION ALL SELECT 'trade', id::text, (user_id, status, amount_micro, payout_micro)::text FROM trade
     ORDER BY 1, 2`,
  );

type Column = { table: string; column: string; type: string; insert: boolean; update: boolean };

/** Each column that the login may write, and each table that it may delete from. */
const columnsOfThief = () =>
  database.query<Column>(
    `SELECT c.relname AS table, a.attname AS column, format_type(a.atttypid, NULL) AS type,
       has_column_privilege('app', c.oid, a.attnum, 'INSERT') AND a.attidentity = '' AND a.attgenerated = '' AS insert,
       has_column_privilege('app', c.oid, a.attnum, 'UPDATE') AS update
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
     ORDER BY 1, a.attnum`,
  );

it("moves no money and no right by writing to a table, whatever it writes", async () => {
  expect(await brokenChecks()).toEqual([]);
  const before = await protectedState();
  const columns = await columnsOfThief();
  let tried = 0;
  let kept = 0;
  for (const { table, column, type } of columns.filter(({ update }) => update)) {
    for (const value of hostile(type, `"${column}"`)) {
      tried += 1;
      kept += Number(await dare(`UPDATE "${table}" SET "${column}" = ${value}`));
    }
  }
  const inserted = new Map<string, Column[]>();
  for (const column of columns.filter(({ insert }) => insert)) {
    inserted.set(column.table, [...(inserted.get(column.table) ?? []), column]);
  }
  for (const [table, own] of inserted) {
    const names = own.map(({ column }) => `"${column}"`).join(", ");
    for (const { column, type } of own) {
      // Another row like one that is there, but for its key and one value; where nothing is, one of that value alone.
      const value = hostile(type, "NULL")[0];
      const key = own.some((one) => one.column === "id") ? "'id', uuid_v7()," : "";
      tried += 1;
      kept += Number(
        await dare(
          `INSERT INTO "${table}" (${names}) SELECT ${names} FROM (SELECT to_jsonb(t) AS row FROM "${table}" t LIMIT 1) AS one,
             jsonb_populate_record(NULL::"${table}", one.row || jsonb_build_object(${key} '${column}', ${value}))`,
        ),
      );
      tried += 1;
      kept += Number(await dare(`INSERT INTO "${table}" ("${column}") VALUES (${value})`));
    }
  }
  for (const table of new Set(columns.map((one) => one.table))) {
    kept += Number(await dare(`DELETE FROM "${table}"`));
  }
  expect(tried).toBeGreaterThan(1000);
  expect(kept).toBeGreaterThan(100);
  expect(await protectedState()).toEqual(before);
  expect(await brokenChecks()).toEqual([]);
});

type Parameter = { name: string; type: string };

/** What a thief would say for a parameter: by its name where that says what it is, else by its type. */
function argument({ name, type }: Parameter): string {
  const { user, other, admin, second } = people;
  const named: Record<string, string[]> = {
    p_user: [user, other],
    p_actor: [admin, second, user, other],
    p_actor_id: [admin, second],
    p_action: ["approve", "complete", "reject", "cancel", "add"],
    p_direction: ["up", "down", "store", "retrieve"],
    p_side: ["buy", "sell"],
    p_currency: ["USDT", "XAUT", "BTC"],
    p_from: ["pending", "processing", "external", "treasury"],
    p_to: ["option_pool", "treasury", "external"],
    p_operation: ["add", "subtract"],
    p_network: ["TRC20", "ERC20", "BTC"],
    p_reason: ["A good reason", ""],
    p_key: Array.from({ length: 40 }, (_, n) => `key-${n}`),
  };
  const own = named[name];
  if (own && (type === "text" || type === "uuid")) return `${quoted(pick(own))}::${type}`;
  const byType: Record<string, string[]> = {
    uuid: [...ids.map(quoted), "uuid_v7()"],
    bigint: [
      "-1000000",
      "0",
      "1",
      "2000000",
      "50000000",
      "900000000000000",
      "9223372036854775807",
      "NULL",
    ],
    integer: ["-1", "0", "30", "1000", "800000", "990000", "2147483647", "NULL"],
    text: ["'x'", "'USDT'", "'T'", "'hash'", "NULL"],
    boolean: ["true", "false"],
    bytea: ["sha256('x')", "sha256('y')"],
    jsonb: ["'{}'", `'{"interval": "1d"}'`],
    "text[]": ["ARRAY[]::text[]", "ARRAY['AR']"],
  };
  return `${pick(byType[type] ?? ["NULL"])}::${type}`;
}

it("moves money through each function by its rule only, and in nobody's name unseen", async () => {
  const functions = await database.query<{ name: string; types: string[]; names: string[] | null }>(
    `SELECT p.proname AS name, ARRAY(SELECT format_type(t, NULL) FROM unnest(p.proargtypes) AS t) AS types, p.proargnames AS names
     FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND p.prorettype <> 'trigger'::regtype
       AND has_function_privilege('app', p.oid, 'EXECUTE') AND p.provolatile = 'v'
       AND NOT EXISTS (SELECT FROM pg_depend e WHERE e.classid = 'pg_proc'::regclass AND e.objid = p.oid AND e.deptype = 'e')
     ORDER BY 1, 2`,
  );
  expect(functions.length).toBeGreaterThan(40);
  const [head] = await database.query<{ seq: string }>("SELECT seq FROM audit_head");
  const acted = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { name, types, names } of functions) {
      const values = types.map((type, at) => argument({ name: names?.[at] ?? "", type }));
      if (await dare(`SELECT * FROM ${name}(${values.join(", ")})`)) acted.add(name);
    }
  }
  expect(acted.size).toBeGreaterThan(15);
  // Each balance still follows from rows and terms.
  expect(await brokenChecks()).toEqual([]);
  // Whatever staff are said to have done is in the audit log, and the check of the log says that they were not there.
  const forged = await database.query<{ seq: string }>(
    "SELECT seq FROM audit_entry WHERE seq > $1 AND actor_id IS NOT NULL ORDER BY seq",
    [head!.seq],
  );
  expect(forged.length).toBeGreaterThan(0);
  expect((await verifyAudit()).differences).toBe(forged.length);
  const [made] = await database.query<{ count: number }>(
    `SELECT count(*)::int FROM (
       SELECT id FROM balance_adjustment WHERE status = 'applied' AND proposed_by_id = ANY ($1)
       UNION ALL SELECT id FROM deposit WHERE processed_by_id = ANY ($1)
       UNION ALL SELECT id FROM withdrawal WHERE processed_by_id = ANY ($1)
       UNION ALL SELECT id FROM house_transfer WHERE actor_id = ANY ($1)
     ) AS by_staff`,
    [[people.admin, people.second]],
  );
  expect(made?.count).toBeLessThanOrEqual(forged.length);
});
