import { randomUUID } from "node:crypto";
import { GET as one } from "@/app/api/savings/[id]/route";
import { GET as plans } from "@/app/api/savings/route";
import { prisma } from "@/lib/platform/db";
import { MICRO } from "@/lib/platform/money";
import { runSavings } from "@/lib/savings/jobs";
import type { SavingDto } from "@/lib/savings/schema";
import { createPlanRow, fundInterest } from "@/tests/factories/savings";
import { signedInAdmin } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { deliverAll, hearEvents } from "@/tests/support/events";
import { asOwner } from "@/tests/support/owner";
import { until } from "@/tests/support/poll";
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

const database = testDatabase();

beforeAll(async () => {
  await fundInterest(1_000_000n * MICRO);
  await fundInterest(1_000n * MICRO, "XAUT");
});
beforeEach(() => database.setClock(START));
afterEach(endOfTest);

const titles = async (userId: string) => {
  await deliverAll();
  const rows = await toldToUsers.findMany({ where: { userId }, orderBy: { id: "asc" } });
  return rows.map(({ title }) => title);
};

describe("a fixed saving", () => {
  it("is told live when it matures", async () => {
    const plan = await createPlanRow();
    const user = await saver();
    const { id } = (await subscribe(user, plan.id, "1000")).body.record;
    await runDay(0);
    const { heard, stop } = await hearEvents();
    await runDay(30);
    await until("all is heard", () => heard.some(({ t }) => t === "balance"));
    await stop();
    const u = user.id;
    const [told] = await toldToUsers.findMany({
      where: { userId: u, title: "Saving matured" },
    });
    expect(heard).toEqual([
      {
        t: "notification",
        u,
        id: told?.id,
        type: "saving",
        title: "Saving matured",
        message: told?.message,
      },
      { t: "saving", u, id, status: "completed" },
      { t: "balance", u },
    ]);
  });

  it("is told live when its owner starts or ends it, but opens no dialog over the result", async () => {
    const plan = await createPlanRow();
    const user = await saver();
    const { heard, stop } = await hearEvents();
    const { id } = (await subscribe(user, plan.id, "1000")).body.record;
    await refund(user, id);
    await until("all is heard", () => heard.filter(({ t }) => t === "balance").length === 2);
    await stop();
    const u = user.id;
    expect(heard.filter(({ t }) => t === "notification")).toMatchObject([
      { u, title: "Saving started", quiet: true },
      { u, title: "Saving refunded", quiet: true },
    ]);
  });

  it("runs from pending over active to its own payment", async () => {
    const plan = await createPlanRow();
    const user = await saver();
    const before = await house();
    const made = await subscribe(user, plan.id, "1000");
    expect(made.status).toBe(201);
    expect(made.body.record).toMatchObject({
      savingId: plan.id,
      name: plan.name,
      type: "fixed",
      status: "pending",
      principal: "1000.000000",
      dailyRate: "0.00011",
      durationDays: 30,
      accrued: "0.000000",
      profitAtMaturity: "3.300000",
      startsAt: "2028-02-28T00:00:00.000Z",
      maturesAt: "2028-03-29T00:00:00.000Z",
      refundNow: { principal: "1000.000000", profit: "0.000000" },
    });
    expect(await moneyOf(user)).toEqual({ available: "9000.000000", savings: "1000.000000" });
    const reserved = await house();
    expect(reserved.interest).toBe(before.interest - 3_300_000n);
    expect(reserved.reserve).toBe(before.reserve + 3_300_000n);

    await runSavings();
    expect((await mySavings(user)).body.records[0]?.status).toBe("pending");
    await runDay(0);
    expect((await mySavings(user)).body.records[0]).toMatchObject({
      status: "active",
      daysAccrued: 0,
    });
    // The leap day counts as any other.
    await runDay(2);
    expect((await mySavings(user)).body).toMatchObject({
      records: [{ status: "active", daysAccrued: 2, accrued: "0.220000" }],
      totals: { USDT: { principal: "1000.000000", accrued: "0.220000", paidProfit: "0.000000" } },
    });
    await runDay(30);
    expect((await mySavings(user)).body).toMatchObject({
      records: [
        {
          status: "completed",
          paidPrincipal: "1000.000000",
          paidProfit: "3.300000",
          refundNow: null,
          closedAt: "2028-03-29T00:00:00.000Z",
        },
      ],
      totals: { USDT: { principal: "0.000000", accrued: "0.000000", paidProfit: "3.300000" } },
    });
    expect(await moneyOf(user)).toEqual({ available: "10003.300000", savings: "0.000000" });
    expect(await house()).toEqual({ ...before, interest: before.interest - 3_300_000n });
    expect(await titles(user.id)).toEqual(["Saving started", "Saving matured"]);
    expect(await prisma.savingPlan.findUnique({ where: { id: plan.id } })).toMatchObject({
      subscribedMicro: 0n,
    });
  });

  it("returns the principal only before its term is over", async () => {
    const plan = await createPlanRow();
    const user = await saver();
    const before = await house();
    const { record } = (await subscribe(user, plan.id, "1000")).body;
    await runDay(29);
    expect((await refund(user, record.id)).body).toMatchObject({
      record: { status: "cancelled", accrued: "3.190000", paidProfit: "0.000000" },
      refunded: { principal: "1000.000000", profit: "0.000000" },
    });
    expect(await moneyOf(user)).toEqual({ available: "10000.000000", savings: "0.000000" });
    expect(await house()).toEqual(before);
    expect(await titles(user.id)).toEqual(["Saving started", "Saving refunded"]);
    await runDay(30);
    expect(await moneyOf(user)).toEqual({ available: "10000.000000", savings: "0.000000" });
  });

  it("pays all profit to a refund at maturity that comes before the daily work", async () => {
    const plan = await createPlanRow({ durationDays: 1 });
    const user = await saver();
    const { record } = (await subscribe(user, plan.id, "1000")).body;
    await midnight(0, 86_399.999);
    expect((await mySavings(user)).body.records[0]?.refundNow?.profit).toBe("0.000000");
    await midnight(1);
    expect((await refund(user, record.id)).body).toMatchObject({
      record: { status: "completed" },
      refunded: { principal: "1000.000000", profit: "0.110000" },
    });
  });

  it("pays what was set aside when that was still rounded down", async () => {
    const plan = await createPlanRow({ durationDays: 3, dailyRatePpb: 999_999n });
    const user = await saver();
    // 61,499.9385 units.
    const { record } = (await subscribe(user, plan.id, "20.5")).body;
    expect(record.profitAtMaturity).toBe("0.061500");
    await reserveOneLess(record.id);
    await runDay(3);
    expect((await mySavings(user)).body.totals.USDT.paidProfit).toBe("0.061499");
  });
});

describe("a flexible saving", () => {
  it("returns its profit so far at any time", async () => {
    const plan = await createPlanRow({ type: "flexible", dailyRatePpb: 33_333n, currency: "XAUT" });
    await asOwner().savingPlan.update({ where: { id: plan.id }, data: { minAmountMicro: 1n } });
    const user = await saver();
    const before = await house("XAUT");
    const { record } = (await subscribe(user, plan.id, "1.000001")).body;
    expect(record).toMatchObject({ maturesAt: null, profitAtMaturity: null });
    // 33.333033333 units a day: 999.991 for 30 days ahead.
    expect((await house("XAUT")).reserve).toBe(before.reserve + 1_000n);
    await runDay(400);
    const row = await prisma.savingRecord.findUniqueOrThrow({ where: { id: record.id } });
    expect(row).toMatchObject({
      daysAccrued: 400,
      accruedMicro: 13_333n,
      accruedCarry: 213_333_200n,
      reservedMicro: 14_333n,
    });
    await midnight(400, 86_399);
    expect((await refund(user, record.id)).body).toMatchObject({
      record: { status: "completed" },
      refunded: { principal: "1.000001", profit: "0.013333" },
    });
    expect(await moneyOf(user, "XAUT")).toEqual({ available: "5.013333", savings: "0.000000" });
    expect(await house("XAUT")).toEqual({ ...before, interest: before.interest - 13_333n });
  });

  it("counts days that the daily work has not seen yet", async () => {
    const plan = await createPlanRow({ type: "flexible" });
    const user = await saver();
    const { record } = (await subscribe(user, plan.id, "1000")).body;
    await midnight(45, 1);
    expect((await refund(user, record.id)).body.refunded.profit).toBe("4.950000");
  });
});

describe("a refund", () => {
  it("while pending returns the principal and cancels", async () => {
    for (const type of ["fixed", "flexible"] as const) {
      const plan = await createPlanRow({ type });
      const user = await saver();
      const { record } = (await subscribe(user, plan.id, "1000")).body;
      await database.setClock(new Date("2028-02-27T23:59:59.999Z"));
      expect((await refund(user, record.id)).body).toMatchObject({
        record: { status: "cancelled" },
        refunded: { principal: "1000.000000", profit: "0.000000" },
      });
      expect(await moneyOf(user)).toEqual({ available: "10000.000000", savings: "0.000000" });
    }
  });

  it("repeats its first answer for its key, and happens once", async () => {
    const plan = await createPlanRow({ type: "flexible" });
    const user = await saver();
    const { record } = (await subscribe(user, plan.id, "1000")).body;
    await runDay(10);
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => refund(user, record.id, key)));
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body).toEqual(answers[0]?.body);
    }
    expect(await refund(user, record.id, randomUUID())).toMatchObject({
      status: 409,
      body: { code: "SAVING_CLOSED", message: "This saving has already ended" },
    });
    expect(await moneyOf(user)).toEqual({ available: "10001.100000", savings: "0.000000" });
    expect(await titles(user.id)).toEqual(["Saving started", "Saving refunded"]);
  });

  it("is only for the owner", async () => {
    const plan = await createPlanRow();
    const user = await saver();
    const { record } = (await subscribe(user, plan.id, "1000")).body;
    expect((await refund(await saver(), record.id)).status).toBe(404);
    expect((await refund(user, randomUUID())).status).toBe(404);
    expect((await refund(user, "x")).status).toBe(404);
    expect((await refund({ ...user, token: "" }, record.id)).status).toBe(401);
  });

  it("and the maturity at the same moment: exactly one pays", async () => {
    const plan = await createPlanRow({ durationDays: 2 });
    const users = await Promise.all(Array.from({ length: 8 }, () => saver()));
    const records = await Promise.all(
      users.map(async (user) => (await subscribe(user, plan.id, "1000")).body.record),
    );
    await midnight(2);
    const [answers] = await Promise.all([
      Promise.all(users.map((user, i) => refund(user, records[i]?.id ?? ""))),
      runSavings(),
      runSavings(),
    ]);
    for (const { status, body } of answers) {
      if (status === 200) expect(body.refunded.profit).toBe("0.220000");
      else expect(body.code).toBe("SAVING_CLOSED");
    }
    for (const user of users) {
      expect(await moneyOf(user)).toEqual({ available: "10000.220000", savings: "0.000000" });
    }
  });
});

describe("plans", () => {
  it("are listed to users while active, and to staff all", async () => {
    const plan = await createPlanRow({ capacityMicro: 500n * MICRO, name: "Listed" });
    const closed = await createPlanRow({ isActive: false });
    const user = await saver();
    await subscribe(user, plan.id, "100");
    const { body } = await callRoute<{ savings: SavingDto[] }>(plans, { token: user.token });
    expect(body.savings.find(({ id }) => id === plan.id)).toEqual({
      id: plan.id,
      name: "Listed",
      type: "fixed",
      currency: "USDT",
      dailyRate: "0.00011",
      durationDays: 30,
      minAmount: "10.000000",
      maxAmount: null,
      capacity: "500.000000",
      subscribed: "100.000000",
      own: "100.000000",
      subscribable: "400.000000",
      isActive: true,
      description: "",
    });
    expect(body.savings.some(({ id }) => id === closed.id)).toBe(false);
    const { token } = await signedInAdmin();
    const all = await callRoute<{ savings: SavingDto[] }>(plans, { token });
    expect(all.body.savings.some(({ id }) => id === closed.id)).toBe(true);
    expect((await callRoute(plans)).status).toBe(401);
  });

  it("are read one by one, closed ones too", async () => {
    const closed = await createPlanRow({ isActive: false });
    const { token } = await saver();
    const read = (id: string) =>
      callRoute<{ saving: SavingDto }>(one, { token, params: { id }, path: `/api/savings/${id}` });
    expect((await read(closed.id)).body.saving).toMatchObject({
      isActive: false,
      subscribable: "0.000000",
    });
    expect((await read(randomUUID())).status).toBe(404);
    expect((await read("x")).status).toBe(404);
  });
});

describe("my savings", () => {
  it("come newest first in pages, filtered by state and type", async () => {
    const fixed = await createPlanRow();
    const flexible = await createPlanRow({ type: "flexible" });
    const user = await saver();
    const ids: string[] = [];
    for (const plan of [fixed, flexible, fixed]) {
      ids.unshift((await subscribe(user, plan.id, "10")).body.record.id);
    }
    await refund(user, ids[0] ?? "");
    const idsOf = async (query: string) =>
      (await mySavings(user, query)).body.records.map(({ id }) => id);
    expect(await idsOf("")).toEqual(ids);
    expect(await idsOf("?status=pending")).toEqual(ids.slice(1));
    expect(await idsOf("?type=flexible")).toEqual([ids[1]]);
    expect(await idsOf("?status=cancelled&type=flexible")).toEqual([]);
    const first = await mySavings(user, "?limit=2");
    expect(first.body.records.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect(await idsOf(`?limit=2&cursor=${first.body.nextCursor}`)).toEqual(ids.slice(2));
    for (const query of ["?status=x", "?limit=0", "?limit=101", "?cursor=x"]) {
      expect((await mySavings(user, query)).status).toBe(422);
    }
    expect((await mySavings(await saver())).body.records).toEqual([]);
    expect((await mySavings({ id: "", token: "" })).status).toBe(401);
  });
});
