import { join } from "node:path";
import { Client } from "pg";
import { readFunctions } from "@/scripts/lib/migrations/files";
import { testDatabase } from "@/tests/support/database";
import { compareFunctions } from "@/tests/support/sql-functions";

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
