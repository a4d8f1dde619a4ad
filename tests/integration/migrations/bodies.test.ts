import { join } from "node:path";
import { Client } from "pg";
import { readFunctions, type SqlFunction } from "@/scripts/lib/migrations/files";
import { checkBodies } from "@/tests/support/plpgsql";

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
