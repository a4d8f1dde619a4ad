import { type ChildProcess, spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import {
  migrate as bringUpToDate,
  requireMigrated,
  resolveMigration,
} from "@/scripts/lib/migrator";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { until } from "@/tests/support/poll";
import { program } from "@/tests/support/program";
import { codeOf, PrismaFolder } from "@/tests/support/sql/migrations";

let database: TestDatabase;
let folder: PrismaFolder;

const write = (name: string, sql: string) => folder.writeMigration(name, sql);

const migrate = async (...args: Parameters<typeof bringUpToDate>) =>
  (await bringUpToDate(...args)).migrations;

const recorded = () =>
  database.query<{ migration_name: string; done: boolean; logs: string | null }>(
    `SELECT migration_name, finished_at IS NOT NULL AS done, logs
     FROM _prisma_migrations ORDER BY started_at`,
  );

beforeEach(async () => {
  database = await createTestDatabase({ empty: true });
  folder = new PrismaFolder();
  write("1_first", "CREATE TABLE first (id int); INSERT INTO first VALUES (1);");
  write(
    "2_second",
    "CREATE FUNCTION two() RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN 2; END $$;",
  );
});

afterEach(() => database.drop());

describe("migrate", () => {
  it("applies what is missing, in order, once", async () => {
    expect(await migrate(database.ownerUrl, folder.path)).toEqual(["1_first", "2_second"]);
    expect(await migrate(database.ownerUrl, folder.path)).toEqual([]);
    write("3_third", "INSERT INTO first VALUES (two());");
    expect(await migrate(database.ownerUrl, folder.path)).toEqual(["3_third"]);
    expect(await database.query("SELECT id FROM first ORDER BY id")).toEqual([
      { id: 1 },
      { id: 2 },
    ]);
  });

  it("records what Prisma would record", async () => {
    await migrate(database.ownerUrl, folder.path);
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
    const applied = await Promise.all([1, 2, 3].map(() => migrate(database.ownerUrl, folder.path)));
    expect(applied.flat()).toEqual(["1_first", "2_second"]);
  });

  it("refuses a migration that was edited after it was applied", async () => {
    await migrate(database.ownerUrl, folder.path);
    appendFileSync(join(folder.path, "migrations/1_first/migration.sql"), "-- changed\n");
    expect(await codeOf(migrate(database.ownerUrl, folder.path))).toBe("MODIFIED");
  });

  it("undoes a failing migration whole, keeps its reason and refuses to go on", async () => {
    write("3_broken", "CREATE TABLE half (id int); SELECT 1 / 0;");
    write("4_after", "CREATE TABLE after ();");
    expect(await codeOf(migrate(database.ownerUrl, folder.path))).toBe("P3018");
    expect(await database.query("SELECT to_regclass('half') AS half")).toEqual([{ half: null }]);
    expect((await recorded()).at(-1)).toEqual({
      migration_name: "3_broken",
      done: false,
      logs: "division by zero",
    });
    expect(await codeOf(migrate(database.ownerUrl, folder.path))).toBe("P3009");
  });

  describe("while somebody reads a table that a migration changes", () => {
    let reader: Client;
    beforeEach(async () => {
      await migrate(database.ownerUrl, folder.path);
      write("3_third", "ALTER TABLE first ADD COLUMN name text;");
      reader = new Client({ connectionString: database.ownerUrl });
      await reader.connect();
      await reader.query("BEGIN; SELECT * FROM first");
    });
    afterEach(() => reader.end());

    it("lets others through between its tries, and applies it once the table is free", async () => {
      const migrating = migrate(database.ownerUrl, folder.path);
      const isWaiting = async () =>
        (
          await database.query(
            "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
          )
        ).length > 0;
      await until("it waits for the table", isWaiting);
      expect(await database.query("SELECT id FROM first")).toEqual([{ id: 1 }]);
      expect(await recorded()).toHaveLength(2);
      await reader.query("COMMIT");
      expect(await migrating).toEqual(["3_third"]);
      expect((await recorded()).at(-1)).toMatchObject({ done: true, logs: null });
    });

    it("gives up in the end, says why, and records nothing", async () => {
      const tries: string[] = [];
      const migrating = migrate(database.ownerUrl, folder.path, (name) => tries.push(name), {
        patienceMs: 0,
      });
      await expect(migrating).rejects.toThrow(/3_third needs a table that another transaction/);
      expect(tries).toEqual(["3_third"]);
      expect(await recorded()).toHaveLength(2);
    });
  });

  it("goes on after the failed migration was resolved as rolled back", async () => {
    write("3_broken", "SELECT 1 / 0;");
    await codeOf(migrate(database.ownerUrl, folder.path));
    await database.query(
      "UPDATE _prisma_migrations SET rolled_back_at = now() WHERE finished_at IS NULL",
    );
    write("3_broken", "CREATE TABLE repaired ();");
    expect(await migrate(database.ownerUrl, folder.path)).toEqual(["3_broken"]);
  });

  describe("a start that is ended in the middle", () => {
    const sleepers = () =>
      database.query<{ pid: number }>(
        "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'",
      );

    /** The step of `npm start`, whose third migration runs when `end` is called. */
    async function endWhileMigrating(
      end: (step: ChildProcess) => unknown,
    ): Promise<{ code: number | null; said: string }> {
      const step = spawn(process.execPath, [program("scripts/prepare.ts")], {
        env: {
          ...process.env,
          MIGRATION_DATABASE_URL: database.ownerUrl,
          PRISMA_DIR: folder.path,
        },
        stdio: ["ignore", "ignore", "pipe"],
      });
      let said = "";
      step.stderr.on("data", (chunk: Buffer) => {
        said += chunk.toString("utf8");
      });
      const ended = new Promise<number | null>((resolve) => step.once("close", resolve));
      await until("it is in the middle", async () => (await sleepers()).length === 1, 30_000);
      await end(step);
      return { code: await ended, said };
    }

    it("leaves nothing of the migration when it is killed", async () => {
      write("3_slow", "CREATE TABLE slow (id int); SELECT pg_sleep(60);");
      const killed = await endWhileMigrating((step) => step.kill("SIGKILL"));
      expect(killed).toEqual({ code: null, said: "" });
      // By itself the server would only notice at the end of the statement.
      for (const { pid } of await sleepers()) {
        await database.query(`SELECT pg_terminate_backend(${pid})`);
      }
      write("3_slow", "CREATE TABLE slow (id int);");
      expect(await migrate(database.ownerUrl, folder.path)).toEqual(["3_slow"]);
      expect((await recorded()).map(({ done }) => done)).toEqual([true, true, true]);
    }, 60_000);

    it("finishes the migration, and begins no other, when it is asked to stop", async () => {
      write("3_slow", "CREATE TABLE slow (id int); SELECT pg_sleep(3);");
      write("4_next", "CREATE TABLE next ();");
      const stopped = await endWhileMigrating((step) => step.kill("SIGTERM"));
      expect(stopped).toEqual({ code: 130, said: "" });
      expect((await recorded()).map(({ done }) => done)).toEqual([true, true, true]);
      expect(await migrate(database.ownerUrl, folder.path)).toEqual(["4_next"]);
    }, 60_000);

    it("says in one line that the database went away", async () => {
      write("3_slow", "SELECT pg_sleep(60);");
      const lost = await endWhileMigrating(() =>
        database.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND pid <> pg_backend_pid()`,
        ),
      );
      const said = "terminating connection due to administrator command\n";
      expect(lost).toEqual({ code: 1, said });
    }, 60_000);
  });

  it.each(["COMMIT", "begin", "CREATE INDEX CONCURRENTLY on_first ON first (id)"])(
    "refuses, before it runs anything, a file with %s",
    async (statement) => {
      await migrate(database.ownerUrl, folder.path);
      write("3_third", "CREATE TABLE third ();");
      write("4_own", `INSERT INTO first VALUES (2); -- its own\n${statement};`);
      expect(await codeOf(migrate(database.ownerUrl, folder.path))).toBe("TRANSACTION");
      expect(await recorded()).toHaveLength(2);
      write(
        "4_own",
        `CREATE FUNCTION four() RETURNS text LANGUAGE plpgsql AS $$ BEGIN RETURN '; ${statement};'; END $$`,
      );
      expect(await migrate(database.ownerUrl, folder.path)).toEqual(["3_third", "4_own"]);
    },
  );

  describe("where Prisma, which records a file before it runs, was killed", () => {
    /** Its record is there, unfinished; the file ran or did not. */
    async function interrupt(name: string, sql: string, hasRun: boolean): Promise<void> {
      await migrate(database.ownerUrl, folder.path);
      write(name, sql);
      if (hasRun) await database.query(sql);
      await database.query(
        `INSERT INTO _prisma_migrations (id, checksum, migration_name)
         VALUES ('left', encode(sha256(convert_to($sql$${sql}$sql$, 'UTF8')), 'hex'), '${name}')`,
      );
    }
    const unfinished = async () => (await recorded()).filter(({ done }) => !done);

    it.each([true, false])("refuses to guess whether the file has run: %s", async (hasRun) => {
      await interrupt("3_double", "UPDATE first SET id = id * 2;", hasRun);
      await expect(migrate(database.ownerUrl, folder.path)).rejects.toThrow(
        "Migration 3_double failed before (P3009): it was interrupted; look at the database, then `npm run db:migrate -- --rolled-back 3_double` to run it again or `--applied 3_double` to keep it.",
      );
      expect(await codeOf(migrate(database.ownerUrl, folder.path))).toBe("P3009");
      expect(await database.query("SELECT id FROM first")).toEqual([{ id: hasRun ? 2 : 1 }]);
      expect(await unfinished()).toHaveLength(1);
    });

    it("goes on when somebody says that it has run", async () => {
      await interrupt("3_third", "CREATE TABLE third (id int);", true);
      await resolveMigration(database.ownerUrl, "3_third", "applied");
      write("4_fourth", "INSERT INTO third SELECT id FROM first;");
      expect(await migrate(database.ownerUrl, folder.path)).toEqual(["4_fourth"]);
    });

    it("runs it when somebody says that it has not", async () => {
      await interrupt("3_double", "UPDATE first SET id = id * 2;", false);
      await resolveMigration(database.ownerUrl, "3_double", "rolled-back");
      expect(await migrate(database.ownerUrl, folder.path)).toEqual(["3_double"]);
      expect(await database.query("SELECT id FROM first")).toEqual([{ id: 2 }]);
      expect(await codeOf(resolveMigration(database.ownerUrl, "3_double", "applied"))).toBe(
        "P3009",
      );
    });
  });

  it("refuses a database that it did not make", async () => {
    await database.query("CREATE TABLE somebody_elses ()");
    expect(await codeOf(migrate(database.ownerUrl, folder.path))).toBe("P3005");
  });
});

describe("requireMigrated", () => {
  it("passes when nothing is missing and says how much is", async () => {
    await migrate(database.ownerUrl, folder.path);
    expect(await codeOf(requireMigrated(database.ownerUrl, folder.path))).toBe("none");
    write("3_third", "SELECT 1;");
    expect(await codeOf(requireMigrated(database.ownerUrl, folder.path))).toBe("PENDING");
  });
});
