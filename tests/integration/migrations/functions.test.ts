import { migrate, requireMigrated } from "@/scripts/lib/migrator";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { codeOf, PrismaFolder } from "@/tests/support/sql/migrations";

let database: TestDatabase;
let folder: PrismaFolder;

const apply = async () => (await migrate(database.ownerUrl, folder.path)).functions;
const define = (name: string, sql: string) =>
  folder.writeFunction(name, `CREATE OR REPLACE FUNCTION ${sql};`);
const answer = async (call: string) =>
  (await database.query<{ answer: unknown }>(`SELECT ${call} AS answer`))[0]?.answer;
const signatures = async () =>
  (
    await database.query<{ signature: string }>(
      `SELECT oid::regprocedure::text AS signature FROM pg_proc
       WHERE pronamespace = 'public'::regnamespace ORDER BY 1`,
    )
  ).map(({ signature }) => signature);
const triggers = async () =>
  (
    await database.query<{ tgname: string }>(
      "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1",
    )
  ).map(({ tgname }) => tgname);

beforeEach(async () => {
  database = await createTestDatabase({ empty: true });
  folder = new PrismaFolder();
  folder.writeMigration("1_first", "CREATE TABLE first (id int);");
});

afterEach(() => database.drop());

describe("the functions of the files", () => {
  it("are made, those first that others call, and again when their file changes", async () => {
    define("a_sum", "a_sum() RETURNS int LANGUAGE sql AS $$ SELECT b_one() + c_two() $$");
    define("b_one", "b_one() RETURNS int LANGUAGE sql AS $$ SELECT c_two() / 2 $$");
    define("c_two", "c_two() RETURNS int LANGUAGE sql AS $$ SELECT 2 /* not a_sum() */ $$");
    expect(await apply()).toEqual(["c_two", "b_one", "a_sum"]);
    expect(await answer("a_sum()")).toBe(3);
    expect(await apply()).toEqual([]);
    define("c_two", "c_two() RETURNS int LANGUAGE sql AS $$ SELECT 20 $$");
    expect(await apply()).toEqual(["c_two"]);
    expect(await answer("a_sum()")).toBe(30);
  });

  it("come after the tables of new migrations", async () => {
    await apply();
    folder.writeMigration("2_second", "CREATE TABLE second (id int);");
    define("count_it", "count_it() RETURNS bigint LANGUAGE sql AS 'SELECT count(*) FROM second'");
    expect(await migrate(database.ownerUrl, folder.path)).toEqual({
      migrations: ["2_second"],
      functions: ["count_it"],
    });
  });

  it("are changed all or not at all", async () => {
    define("a_good", "a_good() RETURNS int LANGUAGE sql AS 'SELECT 1'");
    define("b_bad", "b_bad() RETURNS int LANGUAGE sql AS 'SELECT nothing FROM nowhere'");
    await expect(apply()).rejects.toThrow(
      'Function b_bad can\'t be applied: relation "nowhere" does not exist.',
    );
    expect(await signatures()).toEqual([]);
    define("b_bad", "b_bad() RETURNS int LANGUAGE sql AS 'SELECT 2'");
    expect(await apply()).toEqual(["a_good", "b_bad"]);
  });

  it("take the place of those with other arguments", async () => {
    define("f", "f(a int) RETURNS int LANGUAGE sql AS 'SELECT 1'");
    await apply();
    define("f", "f(a int, b text) RETURNS int LANGUAGE sql AS 'SELECT 2'");
    expect(await apply()).toEqual(["f"]);
    expect(await signatures()).toEqual(["f(integer,text)"]);
  });

  it("may be several of one name in their one file", async () => {
    const both = `f(a int) RETURNS int LANGUAGE sql AS 'SELECT 1';
      CREATE OR REPLACE FUNCTION f(a int, b text) RETURNS int LANGUAGE sql AS 'SELECT 2'`;
    define("f", both);
    await apply();
    define("f", `${both}; -- again`);
    expect(await apply()).toEqual(["f"]);
    expect(await signatures()).toEqual(["f(integer)", "f(integer,text)"]);
  });

  it("may answer with another type, and name their arguments anew", async () => {
    define("f", "f(a int) RETURNS int LANGUAGE sql AS 'SELECT a'");
    define("g", "g() RETURNS text LANGUAGE plpgsql AS $$ BEGIN RETURN f(1); END $$");
    await apply();
    define("f", "f(b int) RETURNS text LANGUAGE sql AS $$ SELECT 'text' || b $$");
    expect(await apply()).toEqual(["f"]);
    expect(await answer("g()")).toBe("text1");
  });

  it("stay as they are where a table needs what would change", async () => {
    define("f", "f() RETURNS int LANGUAGE sql AS 'SELECT 1'");
    await apply();
    await database.query("ALTER TABLE first ALTER id SET DEFAULT f()");
    define("f", "f() RETURNS text LANGUAGE sql AS $$ SELECT 'one' $$");
    await expect(apply()).rejects.toThrow(
      "Function f can't be applied: cannot drop function f() because other objects depend on it: default value for column id of table first depends on function f().",
    );
    expect(await answer("f()")).toBe(1);
  });

  it("go with their file, and with their triggers", async () => {
    define(
      "refuse",
      `refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$;
       CREATE OR REPLACE TRIGGER one BEFORE DELETE ON first FOR EACH ROW EXECUTE FUNCTION refuse()`,
    );
    define("other", "other() RETURNS int LANGUAGE sql AS 'SELECT 1'");
    await apply();
    expect(await triggers()).toEqual(["one"]);
    folder.removeFunction("refuse");
    expect(await apply()).toEqual(["refuse"]);
    expect(await signatures()).toEqual(["other()"]);
    expect(await triggers()).toEqual([]);
  });

  it("lose the triggers that their file no longer makes, but not those of single partitions", async () => {
    const body = "refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$";
    const trigger = (name: string, table: string) =>
      `CREATE OR REPLACE TRIGGER ${name} BEFORE TRUNCATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION refuse()`;
    folder.writeMigration(
      "2_parts",
      "CREATE TABLE parts (id int) PARTITION BY RANGE (id); CREATE TABLE part PARTITION OF parts DEFAULT;",
    );
    define("refuse", `${body}; ${trigger("one", "first")}; ${trigger("two", "parts")}`);
    await apply();
    await database.query(trigger("of_part", "part"));
    define("refuse", `${body}; ${trigger("two", "parts")}`);
    expect(await apply()).toEqual(["refuse"]);
    expect(await triggers()).toEqual(["of_part", "two"]);
  });

  it("have a file that makes them, and one file only", async () => {
    define("f", "g() RETURNS int LANGUAGE sql AS 'SELECT 1'");
    await expect(apply()).rejects.toThrow("the file makes no function f");
    define("f", "f() RETURNS int LANGUAGE sql AS 'SELECT 1'");
    define("ledger/f", "f() RETURNS int LANGUAGE sql AS 'SELECT 2'");
    await expect(apply()).rejects.toThrow("Two files in prisma/functions are named f.sql.");
  });

  it.each(["COMMIT", "BEGIN"])("stay in one transaction, without a %s", async (statement) => {
    define("f", `f() RETURNS int LANGUAGE sql AS 'SELECT 1'; ${statement}`);
    expect(await codeOf(apply())).toBe("TRANSACTION");
    expect(await signatures()).toEqual([]);
  });
});

describe("an instance that may not migrate", () => {
  it("starts only where somebody applied the functions of its version", async () => {
    define("f", "f() RETURNS int LANGUAGE sql AS 'SELECT 1'");
    await apply();
    await requireMigrated(database.ownerUrl, folder.path);
    define("f", "f() RETURNS int LANGUAGE sql AS 'SELECT 2'");
    const check = () => requireMigrated(database.ownerUrl, folder.path);
    await expect(check()).rejects.toThrow("0 migrations and 1 functions are not applied");
    folder.removeFunction("f");
    expect(await codeOf(check())).toBe("PENDING");
    await apply();
    expect(await codeOf(check())).toBe("none");
  });
});
