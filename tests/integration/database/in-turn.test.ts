import { Prisma, prisma } from "@/lib/platform/db";
import { inTurn } from "@/lib/platform/db/in-turn";
import { testDatabase } from "@/tests/support/database";

const { query } = testDatabase();
const LOCK = 4711n;

const note = (key: string) =>
  Prisma.sql`INSERT INTO rate_limit (key, points) VALUES (${key}, 1) RETURNING points::float8 AS points`;
const noted = () => query("SELECT key FROM rate_limit ORDER BY key");

beforeEach(() => query("DELETE FROM rate_limit"));

it("lets nobody in while somebody is, and whoever comes next see what was done", async () => {
  const seen = await inTurn(LOCK, async (ask) => {
    expect(await ask(note("first"))).toEqual([{ points: 1 }]);
    expect(await inTurn(LOCK, async () => "second")).toBeNull();
    expect(await inTurn(LOCK + 1n, async () => "of another lock")).toBe("of another lock");
    expect(await noted()).toEqual([]);
    return "done";
  });
  expect(seen).toBe("done");
  expect(await inTurn(LOCK, (ask) => ask(Prisma.sql`SELECT key FROM rate_limit`))).toEqual([
    { key: "first" },
  ]);
});

it("takes back what was done where it fails, and gives up its turn", async () => {
  const failed = inTurn(LOCK, async (ask) => {
    await ask(note("undone"));
    throw new Error("changed my mind");
  });
  await expect(failed).rejects.toThrow("changed my mind");
  expect(await noted()).toEqual([]);
  expect(await inTurn(LOCK, async () => "again")).toBe("again");
});

it("fails with its connection, which nobody gets again", async () => {
  const lost = inTurn(LOCK, async (ask) => {
    await ask(note("lost"));
    const [{ pid } = { pid: 0 }] = await ask<{ pid: number }>(
      Prisma.sql`SELECT pg_backend_pid() AS pid`,
    );
    await query("SELECT pg_terminate_backend($1)", [pid]);
    return ask(note("never"));
  });
  await expect(lost).rejects.toThrow();
  expect(await noted()).toEqual([]);
  const again = Array.from({ length: 5 }, () => prisma.$queryRaw`SELECT 1 AS one`);
  expect(await Promise.all(again)).toEqual(Array(5).fill([{ one: 1 }]));
  expect(await inTurn(LOCK, async () => "again")).toBe("again");
});
