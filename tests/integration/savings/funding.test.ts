import { GET as overviewRoute } from "@/app/api/admin/overview/route";
import type { OverviewDto } from "@/lib/overview/schema";
import { prisma } from "@/lib/platform/db";
import { MICRO } from "@/lib/platform/money";
import { getPlan } from "@/lib/savings/data";
import { runSavings } from "@/lib/savings/jobs";
import { getAdminPlan } from "@/lib/savings/staff-plans";
import { moveInHouse } from "@/tests/factories/funds";
import { createPlanRow, fundInterest } from "@/tests/factories/savings";
import { createTestAdmin, signedInAdmin } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { deliverAll } from "@/tests/support/events";
import { toldToUsers } from "@/tests/support/told";
import {
  endOfTest,
  house,
  midnight,
  moneyOf,
  mySavings,
  refund,
  reserveOneLess,
  runDay,
  START,
  saver,
  subscribe,
} from "./support";

const NOBODY = "00000000-0000-0000-0000-000000000000";

const database = testDatabase();

beforeEach(() => database.setClock(START));
afterEach(endOfTest);

const texts = async (userId: string) => {
  await deliverAll();
  const rows = await toldToUsers.findMany({ where: { userId }, orderBy: { id: "asc" } });
  return rows.map(({ title }) => title);
};

/** A flexible plan whose interest is one unit a day for each USDT: 1 ppm. */
const plainPlan = () => createPlanRow({ type: "flexible", dailyRatePpb: 1_000_000n });

/** Takes everything out of the interest account that is not set aside. */
async function drainInterest(): Promise<void> {
  const { interest } = await house();
  if (interest === 0n) return;
  await moveInHouse("interest", "treasury", "USDT", interest);
}

it("says so when coming days can't be set aside, pauses at the last funded day and makes up later", async () => {
  const admin = await createTestAdmin();
  const plan = await plainPlan();
  // 100 USDT cost 0.1 a day: 30 days now and 10 more.
  await fundInterest(4n * MICRO);
  const user = await saver();
  const { record } = (await subscribe(user, plan.id, "100")).body;
  expect(record).toMatchObject({ fundingShort: false, fundedUntil: "2028-03-29T00:00:00.000Z" });
  const mine = async () => (await mySavings(user)).body.records[0];

  for (const day of [0, 5, 10]) await runDay(day);
  expect(await mine()).toMatchObject({
    accrued: "1.000000",
    fundingShort: false,
    fundedUntil: "2028-04-08T00:00:00.000Z",
  });
  expect(await texts(admin.id)).toEqual([]);

  await runDay(11);
  expect(await mine()).toMatchObject({ accrued: "1.100000", fundingShort: true });
  expect(await texts(user.id)).toEqual([
    "Saving started",
    "Savings interest is funded for less time",
  ]);
  expect(await texts(admin.id)).toEqual(["Interest account is short"]);

  for (const day of [12, 40]) await runDay(day);
  expect(await mine()).toMatchObject({ accrued: "4.000000", daysAccrued: 40 });
  for (const day of [41, 42, 43]) await runDay(day);
  expect(await mine()).toMatchObject({
    accrued: "4.000000",
    daysAccrued: 40,
    refundNow: { principal: "100.000000", profit: "4.000000" },
  });
  expect((await texts(user.id)).at(-1)).toBe("Savings interest has paused");
  expect(await texts(user.id)).toHaveLength(3);

  await fundInterest(100n * MICRO);
  await runDay(44);
  expect(await mine()).toMatchObject({
    accrued: "4.400000",
    daysAccrued: 44,
    fundingShort: false,
    fundedUntil: "2028-05-12T00:00:00.000Z",
  });
  expect((await texts(user.id)).at(-1)).toBe("Savings interest is funded again");
  expect((await refund(user, record.id)).body.refunded.profit).toBe("4.400000");
  expect(await house()).toEqual({ interest: 99_600_000n, reserve: 0n });
});

it("pays the funded days, and always the principal, while the interest account is empty", async () => {
  const plan = await plainPlan();
  await fundInterest(100n * MICRO);
  const user = await saver();
  const { record } = (await subscribe(user, plan.id, "100")).body;
  await drainInterest();
  await midnight(100);
  expect((await mySavings(user)).body.records[0]?.refundNow?.profit).toBe("3.000000");
  expect((await refund(user, record.id)).body.refunded).toEqual({
    principal: "100.000000",
    profit: "3.000000",
  });
  expect(await moneyOf(user)).toEqual({ available: "10003.000000", savings: "0.000000" });
});

it("keeps the days that were counted on a reserve that was still rounded down", async () => {
  const plan = await plainPlan();
  await fundInterest(100n * MICRO);
  const user = await saver();
  // 999,999.99 units for 30 days.
  const { record } = (await subscribe(user, plan.id, "33.333333")).body;
  await reserveOneLess(record.id);
  await drainInterest();
  await runDay(30);
  await database.query(
    "UPDATE saving_record SET days_accrued = 30, accrued_micro = 999999, accrued_carry = 990000000 WHERE id = $1",
    [record.id],
  );
  await runDay(31);
  expect((await mySavings(user)).body.records[0]).toMatchObject({
    daysAccrued: 30,
    accrued: "0.999999",
    refundNow: { profit: "0.999999" },
  });
  expect((await refund(user, record.id)).body.refunded.profit).toBe("0.999999");
});

it("funds the oldest first and never more than there is", async () => {
  const plan = await plainPlan();
  await drainInterest();
  await fundInterest(3n * 3n * MICRO + 150_000n);
  const users = await Promise.all([1, 2, 3].map(() => saver()));
  const records = [];
  for (const user of users) records.push((await subscribe(user, plan.id, "100")).body.record);
  await runDay(1);
  const rows = await prisma.savingRecord.findMany({
    where: { id: { in: records.map(({ id }) => id) } },
    orderBy: { id: "asc" },
  });
  expect(rows.map(({ reservedMicro }) => reservedMicro)).toEqual([
    3_100_000n,
    3_050_000n,
    3_000_000n,
  ]);
  expect(rows.map(({ fundingShortAt }) => fundingShortAt !== null)).toEqual([false, true, true]);
  expect((await house()).interest).toBe(0n);
});

it("funds the oldest first across batches, also where its row was written last", async () => {
  const plan = await plainPlan();
  await drainInterest();
  await fundInterest(2n * 3n * MICRO + 50_000n);
  const ids = [];
  for (const user of [await saver(), await saver()]) {
    ids.push((await subscribe(user, plan.id, "100")).body.record.id);
  }
  for (const move of ["+", "-"]) {
    await database.query(
      `UPDATE saving_record SET next_day_at = next_day_at ${move} interval '1 hour' WHERE id = $1`,
      [ids[0]],
    );
  }
  await midnight(1);
  await database.query("SELECT run_savings_day(1)");
  const rows = await prisma.savingRecord.findMany({
    where: { id: { in: ids } },
    orderBy: { id: "asc" },
  });
  expect(rows.map(({ reservedMicro }) => reservedMicro)).toEqual([3_050_000n, 3_000_000n]);
});

/** A saving of 100 USDT that has waited for interest since day 40, on day 43: it is owed 3.3. */
async function waitingSaver() {
  await drainInterest();
  await fundInterest(4n * MICRO);
  const user = await saver();
  const { id } = (await subscribe(user, (await plainPlan()).id, "100")).body.record;
  for (const day of [10, 40, 41, 42, 43]) await runDay(day);
  return { user, id, mine: async () => (await mySavings(user)).body.records[0] };
}

it("keeps for those that wait what they are owed, whoever subscribes first", async () => {
  const waiting = await waitingSaver();
  const fixed = await createPlanRow({ dailyRatePpb: 1_000_000n, capacityMicro: 110n * MICRO });
  const unpaid = await createPlanRow({ dailyRatePpb: 0n });
  await fundInterest(3_300_000n);
  const other = await saver();
  expect((await getPlan(NOBODY, fixed.id)).subscribable).toBe("0.000000");
  expect(await getAdminPlan(fixed.id)).toMatchObject({
    subscribable: "0.000000",
    funding: { state: "none", needed: "3.300000" },
  });
  const { token } = await signedInAdmin();
  const { alerts, cover } = (await callRoute<OverviewDto>(overviewRoute, { token })).body;
  expect(alerts.find(({ code }) => code === "plansUnfunded")?.detail).toContain(fixed.name);
  const savings = cover.find((one) => one.product === "savings" && one.currency === "USDT");
  expect(savings?.free).toBe("0.000000");
  expect(await subscribe(other, fixed.id, "110")).toMatchObject({
    status: 503,
    body: { code: "SAVING_NOT_FUNDED" },
  });
  // What costs no interest takes none from them.
  expect((await subscribe(other, unpaid.id, "110")).status).toBe(201);

  await fundInterest(3_300_000n);
  expect((await getPlan(NOBODY, fixed.id)).subscribable).toBe("110.000000");
  expect((await getAdminPlan(fixed.id)).funding.state).toBe("full");
  expect((await subscribe(other, fixed.id, "110")).status).toBe(201);
  expect((await house()).interest).toBe(3_300_000n);
  await runSavings();
  expect(await waiting.mine()).toMatchObject({ accrued: "4.300000", fundingShort: false });
  expect((await house()).interest).toBe(0n);
});

it("makes up unpaid days within the day, as far as the money goes, and tells each thing once", async () => {
  const { user, id, mine } = await waitingSaver();
  const before = await texts(user.id);
  expect(before.at(-1)).toBe("Savings interest has paused");
  await midnight(43, 600);
  // Nothing free, or in another currency only: it is left alone.
  await fundInterest(1n * MICRO, "XAUT");
  expect(await runSavings()).toBe(0);
  await fundInterest(150_000n);
  expect(await runSavings()).toBe(1);
  expect(await runSavings()).toBe(0);
  expect(await mine()).toMatchObject({ daysAccrued: 41, accrued: "4.100000", fundingShort: true });
  await runDay(44);
  expect(await texts(user.id)).toEqual(before);

  await midnight(44, 600);
  await fundInterest(100n * MICRO);
  expect(await runSavings()).toBe(1);
  expect(await mine()).toMatchObject({
    daysAccrued: 44,
    fundingShort: false,
    fundedUntil: "2028-05-12T00:00:00.000Z",
    refundNow: { profit: "4.400000" },
  });
  expect(await runSavings()).toBe(0);
  expect(await texts(user.id)).toEqual([...before, "Savings interest is funded again"]);
  await runDay(45);
  expect(await texts(user.id)).toHaveLength(before.length + 1);
  expect((await refund(user, id)).body.refunded.profit).toBe("4.500000");
});

it("starts, counts and pays many in batches, by several workers at once, each once", async () => {
  await fundInterest(1_000n * MICRO);
  const fixed = await createPlanRow({ durationDays: 3, dailyRatePpb: 999_999n });
  const flexible = await plainPlan();
  const users = await Promise.all(Array.from({ length: 5 }, () => saver()));
  for (const plan of [fixed, flexible]) {
    for (const user of users) {
      await Promise.all(
        ["10", "20.5", "33.333333"].map((amount) => subscribe(user, plan.id, amount)),
      );
    }
  }
  await midnight(3);
  const batch = () => database.query<{ n: number }>("SELECT run_savings_day(4) AS n");
  let moved = 1;
  while (moved > 0) {
    const rows = await Promise.all([batch(), batch(), batch()]);
    moved = rows.reduce((sum, [row]) => sum + (row?.n ?? 0), 0);
  }
  for (const user of users) {
    const { totals } = (await mySavings(user)).body;
    // 3 days of 63.833333 USDT, each saving's own units half to even: paid are 0.02999997, 0.0614999385
    // and 0.099999899.
    expect(totals.USDT).toEqual({
      principal: "63.833333",
      accrued: "0.191500",
      paidProfit: "0.191500",
    });
  }
  expect(await runSavings()).toBe(0);
});
