import { randomUUID } from "node:crypto";
import { GET as records } from "@/app/api/admin/savings/records/route";
import { GET as search } from "@/app/api/admin/search/route";
import { SYSTEM_ACTOR } from "@/lib/audit/mutations";
import { verifyLedger } from "@/lib/ledger/verify";
import { prisma } from "@/lib/platform/db";
import { formatMicro, MICRO } from "@/lib/platform/money";
import { getPlan } from "@/lib/savings/data";
import { updatePlan } from "@/lib/savings/staff";
import type { SearchResult } from "@/lib/search/schema";
import { createPlanRow, fundInterest } from "@/tests/factories/savings";
import { signedInAdmin } from "@/tests/factories/users";
import { callRaw, callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { deliverAll } from "@/tests/support/events";
import { asOwner } from "@/tests/support/owner";
import { toldToUsers } from "@/tests/support/told";
import {
  endOfTest,
  house,
  moneyOf,
  mySavings,
  refund,
  runDay,
  START,
  saver,
  subscribe,
} from "./support";

const database = testDatabase();

const NOBODY = randomUUID();

/** A fixed plan whose interest is its principal once more. */
const DOUBLING = { dailyRatePpb: 100_000_000n, durationDays: 10 };

beforeAll(async () => {
  await fundInterest(1_000n * MICRO);
  await fundInterest(1n * MICRO, "XAUT");
});
beforeEach(() => database.setClock(START));
afterEach(endOfTest);

describe("a subscription", () => {
  it("has a short number, the same in its answer, list, file and notification, by which staff find it", async () => {
    const plan = await createPlanRow();
    const user = await saver();
    const { record } = (await subscribe(user, plan.id, "100")).body;
    const { number, id } = record;
    expect((await mySavings(user)).body.records[0]).toMatchObject({ id, number });
    await deliverAll();
    const [told] = await toldToUsers.findMany({
      where: { userId: user.id, title: "Saving started" },
    });
    expect(told?.message).toMatch(new RegExp(` No\\. ${number}\\.$`));
    const { token } = await signedInAdmin({ permissions: ["finance"] });
    const found = await callRoute<{ results: SearchResult[] }>(search, {
      token,
      path: `/api/admin/search?q=${number}`,
    });
    expect(found.body.results).toContainEqual(
      expect.objectContaining({ kind: "saving", id, number, plan: plan.name }),
    );
    const csv = await callRaw(records, {
      token,
      path: `/api/admin/savings/records?format=csv&userId=${user.id}`,
    });
    expect((await csv.text()).split("\r\n")[1]).toMatch(new RegExp(`^${number},${id},`));
  });

  it("is refused with the plan's numbers outside its limits", async () => {
    const plan = await createPlanRow({
      maxAmountMicro: 100n * MICRO,
      capacityMicro: 250n * MICRO,
    });
    const user = await saver();
    const refusals = [
      ["9.999999", "SAVING_BELOW_MINIMUM", "The minimum of this plan is 10.00 USDT"],
      [
        "100.000001",
        "SAVING_ABOVE_MAXIMUM",
        "The maximum of this plan is 100.00 USDT a person, and you have 0.00 USDT in it",
      ],
    ];
    for (const [amount, code, message] of refusals) {
      const { status, body } = await subscribe(user, plan.id, amount);
      expect(status).toBe(422);
      expect({ ...body, message: body.message?.replaceAll("\u00a0", " ") }).toMatchObject({
        code,
        message,
        minAmount: "10.000000",
        maxAmount: "100.000000",
      });
      expect(body.errors?.amount).toHaveLength(1);
    }
    for (const one of [await saver(), await saver()]) {
      expect((await subscribe(one, plan.id, "100")).status).toBe(201);
    }
    expect(await subscribe(user, plan.id, "50.000001")).toMatchObject({
      status: 422,
      body: { code: "SAVING_CAPACITY_FULL", capacityLeft: "50.000000" },
    });
    expect((await subscribe(user, plan.id, "50")).status).toBe(201);
    expect((await subscribe(user, plan.id, "10")).body.message).toBe("This plan is full");
  });

  it("is refused below an odd minimum with all its decimals", async () => {
    const plan = await createPlanRow({ minAmountMicro: 10_005_000n });
    const user = await saver();
    const { body } = await subscribe(user, plan.id, "10.00");
    expect(body.message).toBe("The minimum of this plan is 10.005\u00a0USDT");
    expect((await subscribe(user, plan.id, "10.005")).status).toBe(201);
  });

  it("is refused for bad input, unknown and closed plans", async () => {
    const closed = await createPlanRow({ isActive: false });
    const deleted = await createPlanRow({ deletedAt: new Date() });
    const user = await saver();
    expect((await subscribe(user, closed.id)).body.code).toBe("SAVING_PLAN_INACTIVE");
    expect((await subscribe(user, deleted.id)).status).toBe(404);
    expect((await subscribe(user, randomUUID())).status).toBe(404);
    expect((await subscribe(user, "x")).body.errors).toHaveProperty("savingId");
    for (const amount of ["", "-1", "1e3", "1,5", "0.0000001", "1000000000"]) {
      const { status, body } = await subscribe(user, closed.id, amount);
      expect(status).toBe(422);
      expect(body.errors).toHaveProperty("amount");
    }
    const terms = { dailyRate: "0.1", durationDays: 2 ** 40 };
    expect((await subscribe(user, closed.id, "10", { terms })).status).toBe(422);
    expect((await subscribe({ id: "", token: "" }, closed.id)).status).toBe(401);
  });

  it("holds the plan's maximum over all that one person has in it", async () => {
    const plan = await createPlanRow({ maxAmountMicro: 100n * MICRO });
    const [user, other] = [await saver(), await saver()];
    const answers = await Promise.all([1, 2, 3].map(() => subscribe(user, plan.id, "40")));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 422]);
    expect(await getPlan(user.id, plan.id)).toMatchObject({
      own: "80.000000",
      subscribable: "20.000000",
    });
    expect(await subscribe(user, plan.id, "20.000001")).toMatchObject({
      status: 422,
      body: { code: "SAVING_ABOVE_MAXIMUM" },
    });
    expect((await subscribe(other, plan.id, "100")).status).toBe(201);
    // What was taken back makes room again.
    const first = answers.find(({ status }) => status === 201);
    await refund(user, first!.body.record.id);
    expect((await subscribe(user, plan.id, "60")).status).toBe(201);
    expect((await getPlan(user.id, plan.id)).subscribable).toBe("0.000000");
  });

  it("takes no more than the user has", async () => {
    const plan = await createPlanRow();
    const user = await saver(1_000n * MICRO);
    const answers = await Promise.all([1, 2, 3].map(() => subscribe(user, plan.id, "500")));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 422]);
    expect((await subscribe(user, plan.id, "10")).body.code).toBe("INSUFFICIENT_BALANCE");
    expect(await moneyOf(user)).toEqual({ available: "0.000000", savings: "1000.000000" });
  });

  it("is refused when the house can't set its whole interest aside", async () => {
    const plan = await createPlanRow({
      currency: "XAUT",
      dailyRatePpb: 1_000_000n,
      durationDays: 1000,
    });
    await asOwner().savingPlan.update({ where: { id: plan.id }, data: { minAmountMicro: 1n } });
    const user = await saver();
    expect(await house("XAUT")).toMatchObject({ interest: 1_000_000n });
    expect(await subscribe(user, plan.id, "1.000001")).toMatchObject({
      status: 503,
      body: { code: "SAVING_NOT_FUNDED" },
    });
    expect((await subscribe(user, plan.id, "1")).status).toBe(201);
    expect(await house("XAUT")).toEqual({ interest: 0n, reserve: 1_000_000n });
  });

  it.each([
    ["a capacity", "capacityMicro"],
    ["a maximum only", "maxAmountMicro"],
  ])("to a plan with %s is refused until the house can fund all of it", async (_, limit) => {
    const { interest } = await house();
    const plan = await createPlanRow({ ...DOUBLING, [limit]: interest + 1n });
    const user = await saver();
    expect((await getPlan(NOBODY, plan.id)).subscribable).toBe("0.000000");
    expect(await subscribe(user, plan.id, "10")).toMatchObject({
      status: 503,
      body: { code: "SAVING_NOT_FUNDED" },
    });
    expect(await moneyOf(user)).toEqual({ available: "10000.000000", savings: "0.000000" });
    await fundInterest(1n);
    expect((await getPlan(NOBODY, plan.id)).subscribable).toBe(formatMicro(interest + 1n));
    expect((await subscribe(user, plan.id, "10")).status).toBe(201);
  });

  it("to a flexible plan needs 30 days of all its capacity", async () => {
    const { interest } = await house();
    const plan = await createPlanRow({
      type: "flexible",
      dailyRatePpb: 100_000_000n,
      capacityMicro: interest,
    });
    const user = await saver();
    expect((await subscribe(user, plan.id, "10")).body.code).toBe("SAVING_NOT_FUNDED");
    await fundInterest(2n * interest);
    expect((await subscribe(user, plan.id, "10")).status).toBe(201);
  });

  it("is taken by a plan that is just funded until it is full, however many come at once", async () => {
    const { interest } = await house();
    const funded = () => createPlanRow({ ...DOUBLING, capacityMicro: interest });
    const [plan, other] = [await funded(), await funded()];
    const users = await Promise.all([1, 2, 3, 4].map(() => saver()));
    const quarter = formatMicro(interest / 4n);
    const answers = await Promise.all(users.map((user) => subscribe(user, plan.id, quarter)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect((await subscribe(await saver(), other.id, "10")).body.code).toBe("SAVING_NOT_FUNDED");
  });

  it("repeats its first answer for its key and refuses another input", async () => {
    const plan = await createPlanRow();
    const user = await saver();
    const key = randomUUID();
    const answers = await Promise.all(
      [1, 2, 3].map(() => subscribe(user, plan.id, "100", { key })),
    );
    answers.push(await subscribe(user, plan.id, "100", { key }));
    for (const { status, body } of answers) {
      expect(status).toBe(201);
      expect(body).toEqual(answers[0]?.body);
    }
    expect((await subscribe(user, plan.id, "101", { key })).body.code).toBe("IDEMPOTENCY_CONFLICT");
    expect((await mySavings(user)).body.records).toHaveLength(1);
    await deliverAll();
    expect(await toldToUsers.count({ where: { userId: user.id } })).toBe(1);
    const first = answers[0]?.body;
    await refund(user, first?.record.id ?? "");
    expect((await subscribe(user, plan.id, "100", { key })).body).toEqual(first);
    // Another user's equal key is another key.
    expect((await subscribe(await saver(), plan.id, "100", { key })).status).toBe(201);
  });

  it("fills a plan's capacity exactly, however many come at once", async () => {
    const plan = await createPlanRow({ capacityMicro: 75n * MICRO });
    const users = await Promise.all(Array.from({ length: 12 }, () => saver(100n * MICRO, 0n)));
    const answers = await Promise.all(users.map((user) => subscribe(user, plan.id, "10")));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(7);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.every(({ body }) => body.code === "SAVING_CAPACITY_FULL")).toBe(true);
    expect(await prisma.savingPlan.findUnique({ where: { id: plan.id } })).toMatchObject({
      subscribedMicro: 70n * MICRO,
    });
  });
});

describe("terms", () => {
  it("are those of the moment of subscription, whatever staff change later", async () => {
    const plan = await createPlanRow();
    const user = await saver();
    await subscribe(user, plan.id, "1000");
    await updatePlan(SYSTEM_ACTOR, plan.id, { dailyRate: "0.000001", durationDays: 5 });
    await runDay(6);
    expect((await mySavings(user)).body.records[0]).toMatchObject({
      status: "active",
      dailyRate: "0.00011",
      durationDays: 30,
      accrued: "0.660000",
    });
    await expect(
      database.query("UPDATE saving_record SET daily_rate_ppb = 1 WHERE closed_at IS NULL"),
    ).rejects.toThrow("keeps the terms");
  });

  it("that changed since the user saw them are not agreed to", async () => {
    const plan = await createPlanRow();
    const user = await saver();
    const seen = { dailyRate: "0.00011", durationDays: 30 };
    expect((await subscribe(user, plan.id, "100", { terms: seen })).status).toBe(201);
    const all = { ...seen, type: "fixed", currency: "USDT" };
    expect((await subscribe(user, plan.id, "100", { terms: all })).status).toBe(201);
    for (const terms of [
      { ...seen, dailyRate: "0.00012" },
      { ...seen, durationDays: 31 },
      { ...seen, durationDays: null },
      { ...seen, type: "flexible" },
      { ...seen, currency: "XAUT" },
    ]) {
      expect(await subscribe(user, plan.id, "100", { terms })).toMatchObject({
        status: 409,
        body: { code: "SAVING_TERMS_CHANGED" },
      });
    }
  });
});

it("lets nobody have an amount taken in a currency that they did not see", async () => {
  const plan = await createPlanRow({ minAmountMicro: 1n * MICRO });
  const user = await saver();
  const terms = { dailyRate: "0.00011", durationDays: 30, type: "fixed", currency: "USDT" };
  await updatePlan(SYSTEM_ACTOR, plan.id, { currency: "XAUT" });
  expect(await subscribe(user, plan.id, "2", { terms })).toMatchObject({
    status: 409,
    body: { code: "SAVING_TERMS_CHANGED" },
  });
  expect((await moneyOf(user, "XAUT")).savings).toBe("0.000000");
});

it("still subscribes as the version before asks for it", async () => {
  const plan = await createPlanRow();
  const user = await saver();
  const rows = await prisma.$queryRawUnsafe(
    `SELECT o_replayed FROM saving_subscribe('${randomUUID()}', sha256('x'), '${user.id}'::uuid, '${plan.id}'::uuid, 10000000::bigint, 110000::bigint, 30)`,
  );
  expect(rows).toEqual([{ o_replayed: false }]);
});

describe("the application's role", () => {
  it.each([
    "UPDATE saving_record SET accrued_micro = 5",
    "INSERT INTO saving_record SELECT * FROM saving_record",
    "DELETE FROM saving_record",
    "UPDATE saving_plan SET subscribed_micro = 0",
    "INSERT INTO saving_news (record_id, user_id, kind) SELECT id, user_id, 'matured' FROM saving_record",
    "SELECT saving_close(ARRAY[uuid_v7()], now(), 1, 'x', NULL)",
    "SELECT saving_advance(ARRAY[uuid_v7()], now())",
    "SELECT saving_lock(ARRAY[uuid_v7()], ARRAY[uuid_v7()])",
    "SELECT ledger_apply_batch(1, ARRAY[-1]::bigint[], ARRAY[-3]::bigint[], ARRAY[1]::bigint[], NULL, NULL)",
  ])("may not: %s", async (statement) => {
    await expect(prisma.$executeRawUnsafe(statement)).rejects.toThrow("permission denied");
  });

  it("has no function that moves savings or the money behind them as one likes", async () => {
    const post = (debit: string, credit: string) =>
      asOwner().$queryRawUnsafe(
        `SELECT ledger_post('x', '${randomUUID()}', sha256('x'), NULL, ARRAY[${debit}], ARRAY[${credit}], ARRAY[1])`,
      );
    const plan = await createPlanRow();
    const user = await saver();
    await subscribe(user, plan.id, "100");
    const account = (kind: string) => `ledger_account_id('${user.id}', '${kind}', 'USDT')`;
    await expect(post(account("savings"), account("available"))).rejects.toThrow(
      "ACCOUNT_RESERVED",
    );
    await expect(post(account("available"), account("savings"))).rejects.toThrow(
      "ACCOUNT_RESERVED",
    );
    await expect(post("-9::bigint", "-3::bigint")).rejects.toThrow("ACCOUNT_RESERVED");
  });
});

describe("the verify command", () => {
  it.each([
    ["UPDATE saving_record SET accrued_micro = accrued_micro + 1", ["savings profit"]],
    ["UPDATE saving_record SET accrued_carry = accrued_carry + 1", ["savings profit"]],
    ["UPDATE saving_record SET reserved_micro = reserved_micro + 1", ["savings reserve"]],
    ["UPDATE saving_plan SET subscribed_micro = subscribed_micro + 1", ["savings capacity"]],
    [
      "UPDATE saving_record SET principal_micro = principal_micro * 2",
      ["savings", "savings profit", "savings capacity"],
    ],
  ])("notices: %s", async (statement, names) => {
    const plan = await createPlanRow();
    await subscribe(await saver(), plan.id, "100");
    await runDay(3);
    const condition = statement.includes("saving_plan")
      ? `id = '${plan.id}'`
      : `plan_id = '${plan.id}'`;
    const replica = "SET session_replication_role = replica;";
    await database.query(
      `${replica} CREATE TABLE kept_plan AS TABLE saving_plan; CREATE TABLE kept_record AS TABLE saving_record; ${statement} WHERE ${condition}`,
    );
    const { checks } = await verifyLedger();
    await database.query(
      `${replica} DELETE FROM saving_record; DELETE FROM saving_plan; INSERT INTO saving_plan TABLE kept_plan;
       INSERT INTO saving_record TABLE kept_record; DROP TABLE kept_plan, kept_record`,
    );
    expect(checks.filter(({ differences }) => differences > 0).map(({ name }) => name)).toEqual(
      names,
    );
  });
});
