import { join } from "node:path";
import { Client } from "pg";
import { readFunctions, type SqlFunction } from "@/scripts/lib/migrations/files";
import { testDatabase } from "@/tests/support/database";
import { checkBodies } from "@/tests/support/sql/plpgsql";
import { compareFunctions } from "@/tests/support/sql/sql-functions";

const files = readFunctions(join(process.cwd(), "prisma"));
const client = new Client({ connectionString: process.env.MIGRATION_DATABASE_URL });

beforeAll(() => client.connect());
afterAll(() => client.end());

it("each statement of each function names what is there", async () => {
  let statements = 0;
  const problems: string[] = [];
  for (const file of files) {
    const report = await checkBodies(client, file);
    problems.push(...report.problems);
    statements += report.statements;
  }
  expect(problems).toEqual([]);
  expect(statements).toBeGreaterThan(600);
}, 60_000);

/** The file of a function, with a mistake in it. */
function mistaken(name: string, text: string, wrong: string): SqlFunction {
  const file = files.find((one) => one.name === name);
  if (!file?.sql.includes(text)) throw new Error(`${name} does not say ${text}`);
  return { ...file, sql: file.sql.replace(text, wrong) };
}

it.each([
  [
    "a column",
    "ledger_begin",
    "WHERE idempotency_key = p_key",
    "WHERE idempotent_key = p_key",
    /column "idempotent_key" does not exist/,
  ],
  ["a table", "option_close", "FROM trade", "FROM trades", /relation "trades" does not exist/],
  [
    "a function",
    "ledger_begin",
    "ledger_raise('IDEMPOTENCY_CONFLICT')",
    "ledger_rise('IDEMPOTENCY_CONFLICT')",
    /function ledger_rise\(unknown\) does not exist/,
  ],
  [
    "a variable",
    "ledger_begin",
    "v_hash <> p_input_hash",
    "v_hash <> p_inputhash",
    /column "p_inputhash" does not exist/,
  ],
  [
    "a type",
    "ledger_begin",
    "v_hash <> p_input_hash",
    "v_hash <> p_actor",
    /operator does not exist: bytea <> uuid/,
  ],
  [
    "a field of a trigger's row",
    "count_user",
    "NEW.created_at AT",
    "NEW.made_at AT",
    /has no field "made_at"/,
  ],
  [
    "a field of a record",
    "saving_close",
    "v_leg.paid",
    "v_leg.pait",
    /record "v_leg" has no field "pait"/,
  ],
  [
    "a transition table",
    "trade_news_collect",
    "after_row",
    "afterrow",
    /relation "afterrow" does not exist/,
  ],
  ["syntax", "ledger_begin", "END IF", "END", /syntax error/],
])("a mistake in a body is found: %s", async (_what, name, text, wrong, problem) => {
  const { problems } = await checkBodies(client, mistaken(name, text, wrong));
  expect(problems.join("\n")).toMatch(problem);
});

describe("a migrated database", () => {
  const files = readFunctions(join(process.cwd(), "prisma"));
  const client = new Client({ connectionString: process.env.MIGRATION_DATABASE_URL });

  beforeAll(() => client.connect());
  afterAll(() => client.end());

  it("a migrated database has the functions, owners, rights and triggers of the files, and no others", async () => {
    expect(files.length).toBeGreaterThan(80);
    expect(await compareFunctions(client, files)).toEqual({
      withoutFile: [],
      withoutFunction: [],
      different: [],
    });
  });

  it("every difference is found", async () => {
    await testDatabase().query(`
    CREATE FUNCTION added_by_hand() RETURNS int LANGUAGE sql AS 'SELECT 1';
    DROP FUNCTION audit_first_broken();
    CREATE OR REPLACE FUNCTION ledger_raise(p_code text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN END $$;
    GRANT EXECUTE ON FUNCTION ledger_begin(text, text, bytea, uuid) TO app_runtime;
    ALTER FUNCTION house_required(text, text) SECURITY INVOKER;
    ALTER FUNCTION ledger_apply_batch(bigint, bigint[], bigint[], bigint[], text, uuid[]) OWNER TO postgres;
    ALTER TABLE trade DISABLE TRIGGER trade_no_removal`);
    expect(await compareFunctions(client, files)).toEqual({
      withoutFile: ["added_by_hand"],
      withoutFunction: ["audit_first_broken"],
      different: [
        "house_required",
        "ledger_apply_batch",
        "ledger_begin",
        "ledger_raise",
        "refuse_change",
      ],
    });
  });
});
