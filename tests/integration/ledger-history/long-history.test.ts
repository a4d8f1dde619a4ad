import { randomUUID } from "node:crypto";
import { listWealthLines, NO_ID } from "@/lib/ledger/transactions/lines";
import { wealthTotals } from "@/lib/ledger/transactions/totals";
import { prisma } from "@/lib/platform/db";
import { createTestUser } from "@/tests/factories/users";
import { testDatabase } from "@/tests/support/database";
import { charge, deposit, hold } from "./support";

jest.setTimeout(60_000);

const database = testDatabase();
const at = (time: string) => database.setClock(new Date(time));

/** What a person did in ten years: months apart, many things a day, and a trade of three lines around midnight. */
async function decade(): Promise<string> {
  const { id } = await createTestUser();
  for (const year of [2017, 2018, 2021]) {
    await at(`${year}-05-31T12:00:00Z`);
    await deposit(id, "100");
    await charge(id, "1.5");
  }
  await aroundMidnight(id);
  for (const day of ["2026-10-02", "2026-11-01", "2026-11-28"]) {
    await at(`${day}T09:00:00Z`);
    for (let n = 1; n <= 6; n++) await charge(id, `0.${n}`);
    await hold(id, "2", "settled");
  }
  await database.setClock(null);
  return id;
}

/** One event whose lines are recorded on both sides of the end of a month. */
async function aroundMidnight(userId: string): Promise<void> {
  const [event] = await database.query<{ journal: string; account: string }>(
    `SELECT ledger_begin('manual_trade', $1, sha256('x'), NULL)::text AS journal,
      (SELECT id::text FROM ledger_account WHERE owner_id = $2 AND kind = 'available' AND currency = 'USDT') AS account`,
    [randomUUID(), userId],
  );
  const reference = randomUUID();
  for (const [n, time] of ["23:59:59.999", "00:00:00.001", "00:00:00.002"].entries()) {
    await at(`${n === 0 ? "2024-01-31" : "2024-02-01"}T${time}Z`);
    await database.query("SELECT ledger_apply($1, $2, $3, -400, 1000000, 'trade', $4, false)", [
      event!.journal,
      n + 1,
      event!.account,
      reference,
    ]);
  }
}

/** The months of those years, as if the site had run then. */
async function pastMonths(): Promise<void> {
  await database.query(`SET ROLE ledger_owner; DO $$ BEGIN
    FOR i IN 0..117 LOOP
      EXECUTE format('CREATE TABLE ledger_transfer_past_%s PARTITION OF ledger_transfer FOR VALUES FROM (%L) TO (%L)', i,
        '2017-01-01 00:00Z'::timestamptz + make_interval(months => i), '2017-01-01 00:00Z'::timestamptz + make_interval(months => i + 1));
    END LOOP;
  END $$; RESET ROLE`);
  await database.query("SELECT ensure_partitions()");
}

let userId: string;
beforeAll(async () => {
  await pastMonths();
  userId = await decade();
});

type Filter = { types?: string[]; from?: Date; to?: Date };

async function everyPage(filter: Filter, limit: number) {
  const lines = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await listWealthLines(prisma, {
      ...{ ...filter, userId, limit },
      cursor: cursor ?? undefined,
    });
    expect(page.lines.length).toBeLessThanOrEqual(limit);
    lines.push(...page.lines);
    cursor = page.nextCursor;
  }
  return lines;
}

const FILTERS: [string, Filter, number][] = [
  ["everything", {}, 28],
  ["one kind", { types: ["deposit"] }, 3],
  ["a kind that never was", { types: ["referral_commission"] }, 0],
  ["a kind of some days", { types: ["withdrawal_settle"] }, 3],
  ["some years", { from: new Date("2018-01-01"), to: new Date("2025-01-01") }, 5],
  [
    "the month that an event began in",
    { from: new Date("2024-01-01"), to: new Date("2024-02-01") },
    1,
  ],
  ["the month that it ended in", { from: new Date("2024-02-01"), to: new Date("2024-03-01") }, 0],
  ["years without anything", { from: new Date("2019-01-01"), to: new Date("2020-01-01") }, 0],
];

describe("ten years of one person", () => {
  it.each(FILTERS)(
    "%s: pages of any size have the same lines, and add up to the totals",
    async (_name, filter, count) => {
      const whole = await everyPage(filter, 1_000);
      expect(whole).toHaveLength(count);
      const times = whole.map((line) => line.at.getTime());
      expect(times).toEqual([...times].sort((a, b) => b - a));
      for (const limit of [1, 2, 5, 20]) expect(await everyPage(filter, limit)).toEqual(whole);

      const totals = await wealthTotals({ userId, ...filter }, 1_000);
      const sumOf = (rows: { usdtMicro: bigint; usdtFeeMicro: bigint }[]) =>
        rows.reduce((sum, row) => [sum[0]! + row.usdtMicro, sum[1]! + row.usdtFeeMicro], [0n, 0n]);
      const all = totals.at(-1)!;
      expect(all).toMatchObject({ day: null, events: count });
      expect([all.usdtMicro, all.usdtFeeMicro]).toEqual(sumOf(whole));
      expect(sumOf(totals.slice(0, -1))).toEqual(sumOf(whole));
      const days = whole.map((line) => line.at.toISOString().slice(0, 10)).reverse();
      expect(totals.slice(0, -1).map(({ day }) => day)).toEqual([...new Set(days)]);
    },
  );

  it("takes an event around midnight for one, of the day that it began on", async () => {
    const [line] = await everyPage({ to: new Date("2024-02-01") }, 1);
    expect(line).toMatchObject({ usdtMicro: -3_000_000n, usdtFeeMicro: 3_000_000n });
    expect(line?.at.toISOString()).toBe("2024-01-31T23:59:59.999Z");
  });

  it("reads a page of the newest without the partitions of other years", async () => {
    const [read] = await database.query<{ lines: number; partitions: number }>(`
      WITH page AS MATERIALIZED (
        SELECT count(*)::int AS lines
        FROM ledger_wealth_lines('${userId}', '9999-12-31', 0, 0, '${NO_ID}', 2, NULL, NULL, NULL)
      )
      SELECT lines, (SELECT count(DISTINCT i.inhrelid)::int FROM pg_locks k JOIN pg_inherits i ON i.inhrelid = k.relation
        WHERE page.lines > 0 AND k.pid = pg_backend_pid() AND i.inhparent = 'ledger_transfer'::regclass) AS partitions
      FROM page`);
    expect(read?.lines).toBe(2);
    expect(read?.partitions).toBeGreaterThan(0);
    expect(read?.partitions).toBeLessThan(12);
  });

  it("gives the newest days alone, with the totals of all", async () => {
    const [first, second, all, ...more] = await wealthTotals({ userId }, 2);
    expect([first?.day, second?.day]).toEqual(["2026-11-01", "2026-11-28"]);
    expect([all?.day, all?.events, more]).toEqual([null, 28, []]);
  });
});
