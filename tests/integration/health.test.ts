import { Client } from "pg";
import { GET } from "@/app/api/health/route";
import { GET as readMetrics } from "@/app/api/metrics/route";
import { getMarketHead } from "@/lib/market/data";
import { prisma, sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { toAppError } from "@/lib/platform/errors";
import { storage } from "@/lib/platform/files/storage";
import { startLoop } from "@/lib/platform/jobs/loop";
import { announceStop } from "@/lib/platform/stopping";
import { startSettlementLoop } from "@/lib/trading/jobs";
import { callRaw, callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";

jest.mock("@/lib/market/data", () => ({
  ...jest.requireActual("@/lib/market/data"),
  getMarketHead: jest.fn(),
}));
jest.mock("@/lib/platform/env", () => {
  const actual = jest.requireActual("@/lib/platform/env");
  return { ...actual, env: { ...actual.env, METRICS_TOKEN: "of-the-metrics-only" } };
});
beforeEach(() => {
  const head = { source: "simulated", ageMs: 10, stale: false };
  jest
    .mocked(getMarketHead)
    .mockReset()
    .mockResolvedValue(head as never);
});

const health = async () => (await callRoute(GET)).body;
const metricsText = async () => (await callRaw(readMetrics, { token: env.METRICS_TOKEN })).text();
const ageInMetrics = async () => {
  const text = await metricsText();
  return /^settlement_pass_age_seconds (.*)$/m.exec(text)?.[1];
};

it("asks nothing of settlement where no loop settles", async () => {
  expect(await health()).toMatchObject({ status: "ok", settlementAgeMs: null });
  expect(await ageInMetrics()).toBe("Nan");
});

it("says in the metrics how late the event loop is", async () => {
  const text = await metricsText();
  for (const name of ["p50", "p99", "max"]) {
    expect(text).toMatch(new RegExp(`^nodejs_eventloop_lag_${name}_seconds `, "m"));
  }
});

it("answers one address as often as it asks, and all who ask at once by one look", async () => {
  const statuses = new Set<number>();
  for (let round = 0; round < 7; round += 1) {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => callRoute(GET, { ip: "192.0.2.84" })),
    );
    for (const { status } of answers) statuses.add(status);
  }
  expect([...statuses]).toEqual([200]);
  expect(getMarketHead).toHaveBeenCalledTimes(7);
});

it("is degraded when the settlement loop of this process stands still", async () => {
  const works = startSettlementLoop();
  expect(await health()).toMatchObject({ status: "ok", settlementAgeMs: expect.any(Number) });
  await works.stop();

  let end: (hasMore: boolean) => void = () => undefined;
  const hangs = startLoop("settlement", 10, () => new Promise((resolve) => (end = resolve)));
  const { now } = performance;
  jest.spyOn(performance, "now").mockImplementation(() => now.call(performance) + 31_000);
  expect(await health()).toMatchObject({ status: "degraded", database: "ok" });
  expect(Number(await ageInMetrics())).toBeGreaterThan(30);
  end(false);
  await hangs.stop();
});

it("is down where the database may only be read from, and the pools look for another one", async () => {
  const owner = new Client({ connectionString: testDatabase().ownerUrl });
  await owner.connect();
  const database = owner.escapeIdentifier(owner.database ?? "");
  const write = () => sql`UPDATE system_check SET ok = ok`;
  const writeWithPrisma = () => prisma.$executeRaw`UPDATE system_check SET ok = ok`;
  const endIdle = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`;
  try {
    await owner.query(`ALTER DATABASE ${database} SET default_transaction_read_only = on`);
    await owner.query(endIdle);
    await Promise.allSettled([write(), writeWithPrisma()]);
    expect((await callRoute(GET)).status).toBe(503);
    // That was said as soon as one pool had failed: the other may only be connecting.
    await sql`SELECT 1`;
    await owner.query(`ALTER DATABASE ${database} RESET default_transaction_read_only`);
    const refused = await write().catch((error: unknown) => toAppError(error).status);
    expect(refused).toBe(503);
    await write();
    await writeWithPrisma().catch(() => undefined);
    await writeWithPrisma();
    expect(await health()).toMatchObject({ status: "ok" });
  } finally {
    await owner.query(`ALTER DATABASE ${database} RESET default_transaction_read_only`);
    await owner.end();
  }
});

it.each([
  ["full", { code: "ENOSPC" }],
  ["unwritable", { code: "EROFS" }],
])("is down while no file can be stored: %s", async (files, error) => {
  jest.spyOn(storage(), "probe").mockRejectedValueOnce(Object.assign(new Error("no"), error));
  const { status, body } = await callRoute(GET);
  expect([status, body]).toMatchObject([503, { status: "down", database: "ok", files }]);
  expect(await health()).toMatchObject({ status: "ok", files: "ok" });
});

it("says of a database without space that it is full", async () => {
  const full = Object.assign(new Error("could not extend file"), { code: "53100" });
  jest.spyOn(prisma, "$executeRaw").mockRejectedValueOnce(full);
  const { status, body } = await callRoute(GET);
  expect([status, body]).toMatchObject([503, { status: "down", database: "full" }]);
});

it("sends a proxy elsewhere once this instance is told to stop", async () => {
  announceStop();
  const { status, body } = await callRoute(GET);
  expect([status, body]).toMatchObject([503, { status: "stopping" }]);
});
