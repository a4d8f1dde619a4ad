import { setTimeout as delay } from "node:timers/promises";
import { PrismaPg } from "@prisma/adapter-pg";
import { Client, Pool } from "pg";
import postgres from "postgres";
import { advanceRuns } from "@/lib/ai/runner";
import { PrismaClient } from "@/lib/generated/prisma/client";
import { prisma, sql } from "@/lib/platform/db";
import { reconnecting, type Sql } from "@/lib/platform/db/reconnecting";
import { endingSilent } from "@/lib/platform/db/silence";
import { toAppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { payReferrals } from "@/lib/referrals/mutations";
import { listUsers } from "@/lib/staff/users";
import { findOwnerIds } from "@/lib/user-search/owners";
import { invitedBy, payFee, recordPrice } from "@/tests/integration/referrals/support";
import { stockHouse } from "@/tests/integration/vault/support";
import { testDatabase } from "@/tests/support/database";
import { deliverAll } from "@/tests/support/events";
import { until } from "@/tests/support/poll";
import { CuttableProxy } from "@/tests/support/processes/cuttable-proxy";
import { toldToUsers } from "@/tests/support/told";

/** Half of DATABASE_POOL_SIZE. */
const PLACES = 6;
const ANSWER_MS = 9_000;
/** How often every connection is ended under what works all the time. */
const ROUNDS = 15;

let owner: Client;
beforeAll(async () => {
  owner = new Client({ connectionString: testDatabase().ownerUrl });
  await owner.connect();
});
afterAll(() => owner.end());

/** Ends every connection of the application's, except those that only just came and served nothing yet. */
async function endConnections(): Promise<void> {
  await owner.query(`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND query <> '' AND query NOT LIKE '%typarray%'`);
}

/** The answer, or how a statement failed; a text where it does neither in time. */
async function outcome<T>(work: PromiseLike<T>): Promise<T | Error | "no answer"> {
  const answer = Promise.resolve(work).catch((error: unknown) => error as Error);
  return Promise.race([answer, delay(ANSWER_MS, "no answer" as const, { ref: false })]);
}

/** An advisory lock of this file. */
const GATE = 470_011;

/** Fails unless every place of the pool of `sql` serves at the same time. */
async function expectEveryPlace(): Promise<void> {
  await owner.query("SELECT pg_advisory_lock($1)", [GATE]);
  const statements = Array.from({ length: PLACES }, () =>
    outcome(
      sql<{ pid: number }[]>`SELECT pg_backend_pid() AS pid, pg_advisory_xact_lock_shared(${GATE})`,
    ),
  );
  await until("every place waits at the gate", async () => {
    const { rowCount } = await owner.query(
      `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND NOT granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [GATE],
    );
    return rowCount === PLACES;
  });
  await owner.query("SELECT pg_advisory_unlock($1)", [GATE]);
  const pids = (await Promise.all(statements)).map((rows) =>
    Array.isArray(rows) ? rows[0]?.pid : rows,
  );
  expect(pids).toEqual(Array(PLACES).fill(expect.any(Number)));
  expect(new Set(pids).size).toBe(PLACES);
}

it("every statement is answered and every place serves again, though the next one is sent at once", async () => {
  for (let round = 0; round < 6; round += 1) {
    const statements = Array.from({ length: 3 * PLACES }, async (_, n) => {
      const lost = await outcome(sql`SELECT pg_sleep(${n % 3 === 0 ? 0.5 : 0.1})`);
      const next = await outcome(sql`SELECT ${"x".repeat(n * 60)} AS text`);
      return [lost, next];
    });
    await delay(20 + 5 * (round % 5));
    await endConnections();
    const outcomes = (await Promise.all(statements)).flat();
    expect(outcomes.filter((one) => one === "no answer")).toEqual([]);
    await expectEveryPlace();
  }
});

it("what works all the time goes on, tells each trade once and loses no place", async () => {
  await stockHouse();
  await recordPrice();
  const user = await invitedBy(null);
  let isOver = false;
  let paid = 0;
  const pay = async () => {
    await payFee(user, 1_000n);
    paid += 1;
  };
  const again = async (work: () => PromiseLike<unknown>) => {
    while (!isOver) {
      expect(await outcome(work())).not.toBe("no answer");
      await delay(Math.random() * 5);
    }
  };
  const works = [
    pay,
    () => deliverAll(),
    () => deliverAll(),
    () => findOwnerIds(user.username, "search"),
    () => listUsers({ search: user.username, sort: "newest", limit: 5, format: "json" }),
    () => advanceRuns(),
    () => payReferrals(),
    () => sql`SELECT pg_sleep(0.01)`,
    () => sql`SELECT ${"x".repeat(Math.random() * 2_000)} AS text`,
  ].map(again);
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = paid;
      await until("one more is paid", () => paid > before);
      await delay(Math.random() * 150);
      await endConnections();
    }
  } finally {
    isOver = true;
  }
  await Promise.all(works);
  await expectEveryPlace();
  await deliverAll();
  const [trades, told] = [
    // One whose answer was lost may still wait for its price.
    await prisma.trade.count({ where: { userId: user.id, status: { not: "pending" } } }),
    await toldToUsers.count({ where: { userId: user.id, type: "manual-trade" } }),
  ];
  expect(trades).toBeGreaterThanOrEqual(ROUNDS);
  expect(told).toBe(trades);
});

describe("connections that go silent", () => {
  const SILENCE_MS = 2_000;
  const ANSWER_MS = 8_000;

  let cable: CuttableProxy;
  let url: string;
  beforeEach(async () => {
    const address = new URL(testDatabase().appUrl);
    cable = await CuttableProxy.to(Number(address.port));
    address.port = String(cable.port);
    url = address.href;
  });
  afterEach(() => cable.close());

  /** The answer, or the code that a caller of the site would get; a text where neither comes. */
  async function outcome<T>(work: PromiseLike<T>): Promise<T | string> {
    const answer = Promise.resolve(work).catch(
      (error: unknown) => toAppError(error).code as string,
    );
    return Promise.race([answer, delay(ANSWER_MS, "no answer", { ref: false })]);
  }

  describe("a connection that stays open and carries nothing more", () => {
    const newSql = () =>
      postgres(url, { max: 2, types: { bigint: postgres.BigInt }, fetch_types: false });

    it("fails what postgres.js waits for, and the next statement has a new one", async () => {
      const said = jest.spyOn(log, "error").mockReturnValue();
      const sql = reconnecting(newSql as () => Sql, 1_000, SILENCE_MS);
      await Promise.all([sql`SELECT pg_sleep(0.1)`, sql`SELECT pg_sleep(0.1)`]);
      cable.freeze();
      const asked = Array.from({ length: 5 }, () => outcome(sql`SELECT 1`));
      expect(await Promise.all(asked)).toEqual(Array(5).fill("SERVICE_UNAVAILABLE"));
      expect(said).toHaveBeenCalledTimes(1);
      expect(await outcome(sql`SELECT 2 AS n`)).toEqual([{ n: 2 }]);
      await sql.end({ timeout: 0 });
    });

    it("costs nothing where statements are answered, or are part of others", async () => {
      const open = jest.fn(newSql as () => Sql);
      // Each statement is well within the limit, both together are not.
      const sql = reconnecting(open, 1_000, 3_000);
      const part = sql`2 AS n`;
      expect(await sql`SELECT pg_sleep(1.6)`).toHaveLength(1);
      expect(await sql`SELECT pg_sleep(1.6)`).toHaveLength(1);
      expect(await sql`SELECT ${part}`).toEqual([{ n: 2 }]);
      expect(open).toHaveBeenCalledTimes(1);
      await sql.end({ timeout: 0 });
    });

    it("fails what Prisma waits for, in transactions too, and leaves its pool", async () => {
      const pool = new Pool({ connectionString: url, max: 2, ...endingSilent(SILENCE_MS) });
      pool.on("error", () => undefined);
      const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
      await Promise.all([prisma.$queryRaw`SELECT 1`, prisma.$queryRaw`SELECT 1`]);
      cable.freeze();
      const statement = outcome(prisma.$queryRaw`SELECT 1`);
      const transaction = outcome(prisma.$transaction((tx) => tx.$queryRaw`SELECT 1`));
      expect(await statement).toBe("SERVICE_UNAVAILABLE");
      expect(await transaction).toBe("SERVICE_UNAVAILABLE");
      expect(await outcome(prisma.$queryRaw`SELECT 2 AS n`)).toEqual([{ n: 2 }]);

      // In the middle of a transaction, whose own limit is shorter.
      const begun = outcome(
        prisma.$transaction(
          async (tx) => {
            await tx.$queryRaw`SELECT 1`;
            cable.freeze();
            await tx.$queryRaw`SELECT 1`;
          },
          { timeout: 500 },
        ),
      );
      expect(await begun).toBe("SERVICE_UNAVAILABLE");
      expect(await outcome(prisma.$transaction((tx) => tx.$queryRaw`SELECT 2 AS n`))).toEqual([
        { n: 2 },
      ]);
      await prisma.$disconnect();
      await pool.end();
    });
  });
});
