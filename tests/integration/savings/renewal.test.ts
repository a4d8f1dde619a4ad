import fc from "fast-check";
import { Client } from "pg";
import { prisma } from "@/lib/platform/db";
import { formatMicro, MICRO } from "@/lib/platform/money";
import { runSavings } from "@/lib/savings/jobs";
import { interestMicro } from "@/lib/savings/rules";
import { createPlanRow, fundInterest } from "@/tests/factories/savings";
import { testDatabase } from "@/tests/support/database";
import { deliverAll } from "@/tests/support/events";
import { asOwner } from "@/tests/support/owner";
import { toldToUsers } from "@/tests/support/told";
import {
  choose,
  endOfTest,
  house,
  midnight,
  moneyOf,
  mySavings,
  refund,
  runDay,
  type Saver,
  START,
  saver,
  subscribe,
} from "./support";

const database = testDatabase();

beforeAll(async () => {
  await fundInterest(1_000_000n * MICRO);
  await fundInterest(1_000n * MICRO, "XAUT");
});
beforeEach(() => database.setClock(START));
afterEach(endOfTest);

const recordsOf = async (user: Saver) => (await mySavings(user)).body.records;
const changePlan = (id: string, data: object) =>
  asOwner().savingPlan.update({ where: { id }, data });
const told = async (user: Saver, title: string) =>
  (await toldToUsers.findMany({ where: { userId: user.id, title } })).map(({ message }) => message);

/** Runs the daily work as two instances do at once, after a third died in the middle of it. */
async function runAtOnce(): Promise<void> {
  const dying = new Client({ connectionString: database.ownerUrl });
  await dying.connect();
  await dying.query("BEGIN; SELECT run_savings_day(1000)");
  await dying.end();
  await Promise.all([runSavings(), runSavings()]);
}

it.each([
  ["principal", "100.000001", "0.022000"],
  ["all", "100.022001", "0.000000"],
] as const)("renews the %s at the terms of that day", async (autoRenew, principal, paid) => {
  const plan = await createPlanRow({ durationDays: 2 });
  const user = await saver(100_000_001n);
  const made = await subscribe(user, plan.id, "100.000001", { autoRenew, minDailyRate: "0.0001" });
  expect(made.body.record).toMatchObject({ autoRenew, minDailyRate: "0.0001", notRenewed: null });
  await runDay(0);
  await changePlan(plan.id, { dailyRatePpb: 100_000n, durationDays: 3 });
  await runDay(2);
  const [renewed, old, ...others] = await recordsOf(user);
  expect(others).toEqual([]);
  expect(old).toMatchObject({ status: "completed", paidProfit: "0.022000", notRenewed: null });
  expect(renewed).toMatchObject({
    ...{ status: "pending", principal, dailyRate: "0.0001", durationDays: 3, autoRenew },
    ...{ minDailyRate: "0.0001", renewedFrom: old?.id, startsAt: "2028-03-02T00:00:00.000Z" },
    maturesAt: "2028-03-05T00:00:00.000Z",
  });
  expect(await moneyOf(user)).toEqual({ available: paid, savings: principal });
  expect(await told(user, "Saving renewed")).toEqual([
    expect.stringMatching(/ for another 3 days at 0\.010?% a day\. It earns from 2 Mar 2028/),
  ]);
  expect(await told(user, "Saving matured")).toHaveLength(1);
  // It goes on, until something is in the way.
  await runDay(3);
  await changePlan(plan.id, { isActive: false });
  await runDay(6);
  expect(await recordsOf(user)).toMatchObject([
    { status: "completed", notRenewed: "SAVING_PLAN_INACTIVE" },
    { status: "completed", notRenewed: null },
  ]);
});

const plan = (data: object) => (planId: string) => changePlan(planId, data);
const account = (data: object) => (_: string, user: Saver) =>
  asOwner().user.update({ where: { id: user.id }, data });

it("pays out what is not renewed, and says why", async () => {
  const cases = [
    ["RATE_BELOW_MINIMUM", plan({ dailyRatePpb: 109_999n }), /less than 0\.011% a day now/],
    ["SAVING_PLAN_INACTIVE", plan({ isActive: false }), /takes no subscriptions/],
    ["SAVING_PLAN_INACTIVE", plan({ deletedAt: new Date() }), /takes no subscriptions/],
    ["SAVING_BELOW_MINIMUM", plan({ minAmountMicro: 101n * MICRO }), /below the minimum/],
    ["SAVING_ABOVE_MAXIMUM", plan({ maxAmountMicro: 99n * MICRO }), /the maximum/],
    ["SAVING_CAPACITY_FULL", plan({ capacityMicro: 100n * MICRO }), /no room/],
    ["SAVING_NOT_FUNDED", plan({ capacityMicro: 10n ** 16n }), /interest aside/],
    ["ACCOUNT_INACTIVE", account({ isActive: false }), /not active/],
    ["ACCOUNT_FROZEN", account({ frozenAt: new Date(), frozenEmail: "a@b.c" }), /frozen/],
  ] as const;
  const savers = [];
  for (const [notRenewed, change, why] of cases) {
    const { id } = await createPlanRow({ durationDays: 1 });
    const user = await saver(100n * MICRO);
    const record = (await subscribe(user, id, "100", { autoRenew: "all" })).body.record;
    expect(record.minDailyRate).toBe("0.00011");
    savers.push({ notRenewed, why, user, change: () => change(id, user) });
  }
  await runDay(0);
  for (const { change } of savers) await change();
  await runDay(1);
  for (const { notRenewed, why, user } of savers) {
    expect(await prisma.savingRecord.findMany({ where: { userId: user.id } })).toMatchObject([
      { status: "completed", notRenewed, autoRenew: "all" },
    ]);
    expect(await moneyOf(user)).toEqual({ available: "100.011000", savings: "0.000000" });
    expect(await told(user, "Saving not renewed")).toEqual([expect.stringMatching(why)]);
    expect(await told(user, "Saving renewed")).toEqual([]);
  }
});

it("can be chosen by its owner until it matures, for fixed savings only", async () => {
  const fixed = await createPlanRow({ durationDays: 1 });
  const flexible = await createPlanRow({ type: "flexible" });
  const [user, other] = [await saver(), await saver()];
  const key = "renewal-1";
  const { record } = (await subscribe(user, fixed.id, "100", { key })).body;
  expect(record).toMatchObject({ autoRenew: "none", minDailyRate: null });
  const again = await subscribe(user, fixed.id, "100", { key, autoRenew: "all" });
  expect(again.body.code).toBe("IDEMPOTENCY_CONFLICT");
  const refused = await subscribe(user, flexible.id, "100", { autoRenew: "all" });
  expect([refused.status, refused.body.code]).toEqual([422, "SAVING_NOT_RENEWABLE"]);
  const open = (await subscribe(user, flexible.id, "100")).body.record;

  const all = { autoRenew: "all", minDailyRate: "0.00012" };
  expect((await choose(user, open.id, all)).body.code).toBe("SAVING_NOT_RENEWABLE");
  expect((await choose(other, record.id, all)).status).toBe(404);
  for (const wrong of [{}, { autoRenew: "twice" }, { ...all, minDailyRate: "1.000000001" }]) {
    expect((await choose(user, record.id, wrong)).status).toBe(422);
  }
  expect((await choose(user, record.id, all)).body.record).toMatchObject(all);
  expect((await choose(user, record.id, all)).body.record).toMatchObject(all);
  // A repeated request is answered as it was the first time.
  const repeated = await subscribe(user, fixed.id, "100", { key });
  expect(repeated.body.record).toMatchObject({ id: record.id, autoRenew: "none" });
  await runDay(0);
  const none = (await choose(user, record.id, { autoRenew: "none" })).body.record;
  expect(none).toMatchObject({ autoRenew: "none", minDailyRate: null });
  const principal = { autoRenew: "principal", minDailyRate: "0.00011" };
  expect((await choose(user, record.id, principal)).body.record).toMatchObject(principal);
  // Over, whether or not the daily work has been here.
  await midnight(1);
  expect((await choose(user, record.id, all)).body.code).toBe("SAVING_CLOSED");
  await runDay(1);
  expect((await choose(user, record.id, all)).body.code).toBe("SAVING_CLOSED");
  expect(await recordsOf(user)).toMatchObject([
    { renewedFrom: record.id, principal: "100.000000" },
    { id: open.id },
    { id: record.id, autoRenew: "principal" },
  ]);
});

it("is not renewed when its owner takes it back, early or after its term", async () => {
  const { id } = await createPlanRow({ durationDays: 1 });
  const user = await saver();
  const early = (await subscribe(user, id, "100", { autoRenew: "all" })).body.record;
  const late = (await subscribe(user, id, "100", { autoRenew: "all" })).body.record;
  await runDay(0);
  expect((await refund(user, early.id)).body.record).toMatchObject({ notRenewed: "REFUNDED" });
  await midnight(1);
  expect((await refund(user, late.id)).body.record).toMatchObject({
    ...{ status: "completed", notRenewed: "REFUNDED" },
  });
  await runDay(1);
  expect(await recordsOf(user)).toHaveLength(2);
});

it("is found by the check of the ledger when it is not what its owner chose", async () => {
  const { id } = await createPlanRow({ durationDays: 1 });
  const user = await saver();
  await subscribe(user, id, "100", { autoRenew: "all" });
  await runDay(0);
  await runDay(1);
  const { savingsChecks } = await import("@/lib/ledger/verify/savings");
  const check = savingsChecks.find(({ name }) => name === "savings renewals");
  const found = async () => (await prisma.$queryRaw<unknown[]>(check!.query)).length;
  expect(await found()).toBe(0);
  const set = (value: bigint) =>
    database.query(
      "UPDATE saving_record SET min_daily_rate_ppb = $2 WHERE user_id = $1 AND renewed_from IS NULL",
      [user.id, value],
    );
  await set(110_001n);
  expect(await found()).toBe(1);
  await set(110_000n);
});

const rate = fc.integer({ min: 0, max: 3 }).map((step) => BigInt(step) * 50_000n);
const life = fc.record({
  principal: fc.bigInt({ min: 10n * MICRO, max: 20n * MICRO }),
  autoRenew: fc.constantFrom("none" as const, "principal" as const, "all" as const),
  least: rate,
});
type Life = { principal: bigint; autoRenew: "none" | "principal" | "all"; least: bigint };

/** What one saver has in the end, by the rules in plain words: the rates are those of each day that it matures on. */
function modelOf({ principal, autoRenew, least }: Life, rates: bigint[]) {
  let [available, saved, terms] = [0n, principal, 1];
  for (const [term, current] of rates.slice(0, -1).entries()) {
    const profit = interestMicro(saved, current, 1);
    const next = autoRenew === "all" ? saved + profit : saved;
    const offered = rates[term + 1] ?? 0n;
    available += saved + profit;
    saved = 0n;
    if (autoRenew === "none" || offered < least) break;
    available -= next;
    saved = next;
    terms += 1;
  }
  return { available: formatMicro(available), savings: formatMicro(saved), terms };
}

it("never renews twice, nor below the least rate, to the micro-unit", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(life, { minLength: 1, maxLength: 3 }),
      fc.array(rate, { minLength: 2, maxLength: 4 }),
      async (lives, rates) => {
        await endOfTest();
        await database.setClock(START);
        const { id } = await createPlanRow({ durationDays: 1, dailyRatePpb: rates[0]! });
        const savers = await Promise.all(lives.map(({ principal }) => saver(principal, 0n)));
        for (const [index, user] of savers.entries()) {
          const { principal, autoRenew, least } = lives[index]!;
          const minDailyRate = `0.${least.toString().padStart(9, "0")}`;
          const more = { autoRenew, minDailyRate };
          await subscribe(user, id, formatMicro(principal), more);
        }
        // A term is the day after the one on which it was made; in between it starts.
        for (const [term, next] of rates.slice(1).entries()) {
          await midnight(term * 2);
          await runAtOnce();
          await changePlan(id, { dailyRatePpb: next });
          await midnight(term * 2 + 1);
          await runAtOnce();
        }
        for (const [index, user] of savers.entries()) {
          const { terms, ...money } = modelOf(lives[index]!, rates);
          expect(await moneyOf(user)).toEqual(money);
          expect(await prisma.savingRecord.count({ where: { userId: user.id } })).toBe(terms);
        }
        await deliverAll();
        const records = await prisma.savingRecord.findMany({ where: { planId: id } });
        const reserved = records.reduce((sum, one) => sum + one.reservedMicro, 0n);
        expect((await house()).reserve).toBe(reserved);
      },
    ),
    { numRuns: 4 },
  );
});
