import { appendFileSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MigrationError, migrate, requireMigrated } from "@/scripts/lib/migrator";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";

let database: TestDatabase;
let folder: string;

function write(name: string, sql: string): void {
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, "migration.sql"), sql);
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "none";
  } catch (error) {
    return error instanceof MigrationError ? error.code : String(error);
  }
}

const recorded = () =>
  database.query<{ migration_name: string; done: boolean; logs: string | null }>(
    `SELECT migration_name, finished_at IS NOT NULL AS done, logs
     FROM _prisma_migrations ORDER BY started_at`,
  );

beforeEach(async () => {
  database = await createTestDatabase({ empty: true });
  folder = mkdtempSync(join(tmpdir(), "migrations-"));
  write("1_first", "CREATE TABLE first (id int); INSERT INTO first VALUES (1);");
  write(
    "2_second",
    "CREATE FUNCTION two() RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN 2; END $$;",
  );
});

afterEach(() => database.drop());

describe("migrate", () => {
  it("applies what is missing, in order, once", async () => {
    expect(await migrate(database.ownerUrl, folder)).toEqual(["1_first", "2_second"]);
    expect(await migrate(database.ownerUrl, folder)).toEqual([]);
    write("3_third", "INSERT INTO first VALUES (two());");
    expect(await migrate(database.ownerUrl, folder)).toEqual(["3_third"]);
    expect(await database.query("SELECT id FROM first ORDER BY id")).toEqual([
      { id: 1 },
      { id: 2 },
    ]);
  });

  it("records what Prisma would record", async () => {
    await migrate(database.ownerUrl, folder);
    const rows = await database.query(
      `SELECT migration_name, checksum, applied_steps_count, rolled_back_at, logs
       FROM _prisma_migrations ORDER BY started_at LIMIT 1`,
    );
    expect(rows).toEqual([
      {
        migration_name: "1_first",
        // sha256sum of the file
        checksum: "8e5ae63deb3b2c04b6e63453a8e40cda3c895c869c3e7c1edb5f01a8645c13a9",
        applied_steps_count: 1,
        rolled_back_at: null,
        logs: null,
      },
    ]);
  });

  it("lets one of several processes work and the others find it done", async () => {
    const applied = await Promise.all([1, 2, 3].map(() => migrate(database.ownerUrl, folder)));
    expect(applied.flat()).toEqual(["1_first", "2_second"]);
  });

  it("refuses a migration that was edited after it was applied", async () => {
    await migrate(database.ownerUrl, folder);
    appendFileSync(join(folder, "1_first", "migration.sql"), "-- changed\n");
    expect(await codeOf(migrate(database.ownerUrl, folder))).toBe("MODIFIED");
  });

  it("undoes a failing migration whole, keeps its reason and refuses to go on", async () => {
    write("3_broken", "CREATE TABLE half (id int); SELECT 1 / 0;");
    write("4_after", "CREATE TABLE after ();");
    expect(await codeOf(migrate(database.ownerUrl, folder))).toBe("P3018");
    expect(await database.query("SELECT to_regclass('half') AS half")).toEqual([{ half: null }]);
    expect((await recorded()).at(-1)).toEqual({
      migration_name: "3_broken",
      done: false,
      logs: "division by zero",
    });
    expect(await codeOf(migrate(database.ownerUrl, folder))).toBe("P3009");
  });

  it("goes on after the failed migration was resolved as rolled back", async () => {
    write("3_broken", "SELECT 1 / 0;");
    await codeOf(migrate(database.ownerUrl, folder));
    await database.query(
      "UPDATE _prisma_migrations SET rolled_back_at = now() WHERE finished_at IS NULL",
    );
    write("3_broken", "CREATE TABLE repaired ();");
    expect(await migrate(database.ownerUrl, folder)).toEqual(["3_broken"]);
  });

  it("refuses a database that it did not make", async () => {
    await database.query("CREATE TABLE somebody_elses ()");
    expect(await codeOf(migrate(database.ownerUrl, folder))).toBe("P3005");
  });
});

describe("requireMigrated", () => {
  it("passes when nothing is missing and says how much is", async () => {
    await migrate(database.ownerUrl, folder);
    expect(await codeOf(requireMigrated(database.ownerUrl, folder))).toBe("none");
    write("3_third", "SELECT 1;");
    expect(await codeOf(requireMigrated(database.ownerUrl, folder))).toBe("PENDING");
  });
});
