import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import type { csvResponse } from "@/lib/platform/csv";
import type * as database from "@/lib/platform/db";
import { OWN_PASSWORD, startOwnPostgres } from "@/tests/support/jest/own-postgres";
import { until } from "@/tests/support/poll";
import { startStandby } from "@/tests/support/processes/standby";

jest.setTimeout(120_000);

const folder = mkdtempSync(join(tmpdir(), "aurum-primary-"));
let primary: ReturnType<typeof startOwnPostgres>;
let replica: Awaited<ReturnType<typeof startStandby>>;
let asOwner: Client;
let onReplica: Client;
let db: typeof database;
let csv: typeof csvResponse;

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

beforeAll(async () => {
  primary = startOwnPostgres(folder);
  const { port } = await primary.ready;
  const url = `postgresql://postgres:${OWN_PASSWORD}@127.0.0.1:${port}/postgres`;
  replica = await startStandby(url);
  asOwner = await connect(url);
  onReplica = await connect(replica.urlOf(url));
  await asOwner.query(
    "CREATE ROLE app_runtime; CREATE TABLE done (n int); GRANT ALL ON done TO app_runtime",
  );
  process.env.DATABASE_URL = url;
  process.env.DATABASE_REPLICA_URL = replica.urlOf(url);
  Reflect.deleteProperty(globalThis, "__database");
  jest.resetModules();
  db = await import("@/lib/platform/db");
  ({ csvResponse: csv } = await import("@/lib/platform/csv"));
});

afterAll(async () => {
  Reflect.deleteProperty(globalThis, "__database");
  await db.closeDatabase();
  await asOwner.end();
  await onReplica.end().catch(() => undefined);
  await replica.stop();
  await primary.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Read = { isReplica: boolean; count: number };

const COUNT = `SELECT pg_is_in_recovery() AS "isReplica", (SELECT count(*)::int FROM done) AS count`;

/** Where a read with either driver takes place, and what it sees. */
async function read(driver: "prisma" | "sql"): Promise<Read | undefined> {
  const { reading } = db;
  const [row] = await db.fromReplica(() =>
    driver === "prisma"
      ? reading.prisma.$queryRawUnsafe<Read[]>(COUNT)
      : reading.sql.unsafe<Read[]>(COUNT),
  );
  return row;
}

const servedByReplica = () =>
  until("the replica serves", async () => (await read("sql"))?.isReplica);

it("reads on the replica, and sees whatever was done before, by whomever", async () => {
  await servedByReplica();
  const writeAndRead = async (driver: "prisma" | "sql") => {
    const reads: Read[] = [];
    for (let round = 0; round < 40; round += 1) {
      const [row] = await db.sql<{ count: number }[]>`
        WITH one AS (INSERT INTO done VALUES (1)) SELECT count(*)::int + 1 AS count FROM done`;
      const seen = await read(driver);
      // Others write meanwhile.
      expect(seen?.count).toBeGreaterThanOrEqual(row?.count ?? Number.POSITIVE_INFINITY);
      if (seen) reads.push(seen);
    }
    return reads;
  };
  const all = await Promise.all(
    (["sql", "prisma", "sql", "prisma"] as const).map((driver) => writeAndRead(driver)),
  );
  // A machine that is busy may let it fall behind for a moment.
  expect(all.flat().filter(({ isReplica }) => isReplica).length).toBeGreaterThan(0);
  expect(db.reading.prisma).toBe(db.prisma);
  expect(db.reading.sql).toBe(db.sql);
});

it("streams a file from where it began", async () => {
  await servedByReplica();
  async function* rows() {
    for (let n = 0; n < 3_000; n += 1) {
      const isFirst = n % 1_000 === 0;
      const [row] = isFirst
        ? await db.reading.sql<Read[]>`SELECT pg_is_in_recovery() AS "isReplica"`
        : [];
      yield [n, isFirst ? `replica: ${row?.isReplica}` : "a row"];
    }
  }
  const response = await db.fromReplica(() => csv("rows", [], rows()));
  expect((await response.text()).match(/replica: true/g)).toHaveLength(3);
});

it("goes to the primary while the replica falls behind, and back", async () => {
  await servedByReplica();
  await onReplica.query("SELECT pg_wal_replay_pause()");
  await asOwner.query("INSERT INTO done VALUES (1)");
  const { rows } = await asOwner.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM done",
  );
  expect(await read("sql")).toEqual({ isReplica: false, count: rows[0]?.count });
  expect(db.isReplicaServing()).toBe(false);
  await onReplica.query("SELECT pg_wal_replay_resume()");
  await servedByReplica();
  expect(db.isReplicaServing()).toBe(true);
});

it("reads anew on the primary what fails on the replica", async () => {
  await servedByReplica();
  let attempts = 0;
  const [row] = await db.fromReplica(async () => {
    attempts += 1;
    // A replica refuses to write: whatever fails there counts.
    return db.reading.sql<{ n: number }[]>`INSERT INTO done VALUES (7) RETURNING n`;
  });
  expect([attempts, row?.n]).toEqual([2, 7]);
});

it("loses no read when the replica is killed", async () => {
  await servedByReplica();
  const reads = Array.from({ length: 20 }, () => read("sql"));
  process.kill(replica.pid, "SIGKILL");
  const seen = await Promise.all([...reads, read("prisma"), read("sql")]);
  expect(seen).toHaveLength(22);
  expect(seen.every((row) => typeof row?.count === "number")).toBe(true);
});
