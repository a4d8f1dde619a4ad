import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { onAccount, prisma, snapshotRead, sql, type Tx, transaction } from "@/lib/platform/db";
import { toAppError } from "@/lib/platform/errors";
import { createTestUser } from "@/tests/factories/users";
import { createTestDatabase, testDatabase } from "@/tests/support/database";

async function appQuery(url: string, sql: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

// Before the first connection of the application's: a server may be set up for its own country's time, or for others.
beforeAll(async () => {
  const { name, query } = testDatabase();
  await query(`ALTER DATABASE "${name}" SET timezone = 'Europe/Berlin'`);
  await query(`ALTER DATABASE "${name}" SET default_transaction_isolation = 'serializable'`);
});

describe("the test database", () => {
  it("is what the application's environment points at", () => {
    expect(process.env.DATABASE_URL).toBe(testDatabase().appUrl);
  });

  it("gives the application a login that is no superuser", async () => {
    const rows = await appQuery(
      testDatabase().appUrl,
      "SELECT rolsuper, pg_has_role('app_runtime', 'member') AS member FROM pg_roles WHERE rolname = current_user",
    );
    expect(rows).toEqual([{ rolsuper: false, member: true }]);
  });

  it("answers with the same times and days whatever time zone the server has", async () => {
    type Times = { at: Date; before: Date };
    const times = [
      { at: new Date("2026-03-29T12:00:00Z"), before: new Date("2026-03-28T12:00:00Z") },
    ];
    expect(
      await sql<Times[]>`SELECT timestamptz '2026-03-29T12:00:00Z' AS at,
        timestamptz '2026-03-29T12:00:00Z' - interval '1 day' AS before`,
    ).toEqual(times);
    const read = (tx: Tx) => tx.$queryRaw<Times[]>`
      SELECT timestamptz '2026-03-29T12:00:00Z' AS at,
        timestamptz '2026-03-29T12:00:00Z' - interval '1 day' AS before`;
    expect(await transaction(read)).toEqual(times);
    expect(await snapshotRead(read)).toEqual(times);
  });

  it("reads what is committed, whatever transactions of the server's are by default", async () => {
    const level = "SELECT current_setting('transaction_isolation') AS level";
    const read = (tx: Tx) => tx.$queryRawUnsafe(level);
    for (const account of ["real", "practice"] as const) {
      await onAccount(account, async () => {
        expect(await sql.unsafe(level)).toEqual([{ level: "read committed" }]);
        expect(await transaction(read)).toEqual([{ level: "read committed" }]);
        expect(await snapshotRead(read)).toEqual([{ level: "repeatable read" }]);
      });
    }
  });

  it("ends a transaction of Prisma's whose process hangs, and leaves the pool in order", async () => {
    const [limit] = await prisma.$queryRaw<Record<string, string>[]>`
      SHOW idle_in_transaction_session_timeout`;
    expect(Object.values(limit ?? {})).toEqual(["10s"]);
    const hung = transaction(async (tx) => {
      await tx.$executeRaw`SET LOCAL idle_in_transaction_session_timeout = 50`;
      // The process as a whole, as in a long pause.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
      await tx.user.count();
    });
    await expect(hung).rejects.toThrow();
    expect(await Promise.all(Array.from({ length: 20 }, () => prisma.user.count()))).toHaveLength(
      20,
    );
  });

  it("undoes one of two transactions that wait for each other, which may be sent again", async () => {
    const [one, two] = [(await createTestUser()).id, (await createTestUser()).id];
    const lock = (tx: Tx, id: string) =>
      tx.$executeRaw`SELECT 1 FROM app_user WHERE id = ${id}::uuid FOR UPDATE`;
    let locked = 0;
    let goOn: () => void = () => undefined;
    const bothLocked = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const take = (first: string, second: string) =>
      transaction(async (tx) => {
        await lock(tx, first);
        locked += 1;
        if (locked === 2) goOn();
        await bothLocked;
        await lock(tx, second);
      });
    const outcomes = await Promise.allSettled([take(one, two), take(two, one)]);
    const failed = outcomes.flatMap((outcome) =>
      outcome.status === "rejected" ? [outcome.reason as unknown] : [],
    );
    expect(failed.map((reason) => toAppError(reason).status)).toEqual([503]);
  });

  it("keeps a refused statement, and what it was about, out of the server's own log", async () => {
    const [folder] = await testDatabase().query<{ data_directory: string }>("SHOW data_directory");
    const refusal = "refused in a test";
    await expect(
      testDatabase().query(`DO $$ BEGIN RAISE EXCEPTION '%', '${refusal}'; /* a person */ END $$`),
    ).rejects.toThrow(refusal);
    const file = join(folder?.data_directory ?? "", "..", "postgres.log");
    const said = readFileSync(file, "utf8").split(refusal);
    expect(said).toHaveLength(2);
    expect(said[1]).not.toMatch(/a person|CONTEXT|STATEMENT/);
  });

  it("freezes, moves and releases the clock of the money rules", async () => {
    const database = testDatabase();
    const read = async () =>
      (await database.query<{ now: Date }>("SELECT app_now() AS now"))[0]?.now;
    await database.setClock(new Date("2031-05-06T07:08:09.123Z"));
    expect(await read()).toEqual(new Date("2031-05-06T07:08:09.123Z"));
    await database.advanceClock(61_000);
    expect(await read()).toEqual(new Date("2031-05-06T07:09:10.123Z"));
    await database.setClock(null);
    expect(Math.abs(Date.now() - Number(await read()))).toBeLessThan(60_000);
  });

  it("keeps copies apart", async () => {
    const other = await createTestDatabase();
    await other.query("CREATE TABLE only_here ()");
    await expect(testDatabase().query("SELECT FROM only_here")).rejects.toThrow("does not exist");
    await other.drop();
  });
});
