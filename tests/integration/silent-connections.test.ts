import { setTimeout as delay } from "node:timers/promises";
import { PrismaPg } from "@prisma/adapter-pg";
import { Pool } from "pg";
import postgres from "postgres";
import { PrismaClient } from "@/lib/generated/prisma/client";
import { reconnecting, type Sql } from "@/lib/platform/db/reconnecting";
import { endingSilent } from "@/lib/platform/db/silence";
import { toAppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { CuttableProxy } from "@/tests/support/cuttable-proxy";
import { testDatabase } from "@/tests/support/database";

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
  const answer = Promise.resolve(work).catch((error: unknown) => toAppError(error).code as string);
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
