import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { advanceRuns } from "@/lib/ai/runner";
import { prisma, sql } from "@/lib/platform/db";
import { payReferrals } from "@/lib/referrals/mutations";
import { listUsers } from "@/lib/staff/users";
import { findOwnerIds } from "@/lib/user-search/owners";
import { testDatabase } from "@/tests/support/database";
import { deliverAll } from "@/tests/support/events";
import { until } from "@/tests/support/poll";
import { toldToUsers } from "@/tests/support/told";
import { invitedBy, payFee, recordPrice } from "./referrals/support";
import { stockHouse } from "./vault/support";

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

/** Fails unless every place of the pool of `sql` serves at the same time. */
async function expectEveryPlace(): Promise<void> {
  const statements = Array.from({ length: PLACES }, () =>
    outcome(sql<{ pid: number }[]>`SELECT pg_backend_pid() AS pid, pg_sleep(0.3)`),
  );
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
    await prisma.trade.count({ where: { userId: user.id } }),
    await toldToUsers.count({ where: { userId: user.id, type: "manual-trade" } }),
  ];
  expect(trades).toBeGreaterThanOrEqual(ROUNDS);
  expect(told).toBe(trades);
});
