import { randomUUID } from "node:crypto";
import { DELETE as remove, PUT as update } from "@/app/api/admin/savings/[id]/route";
import { PATCH as toggle } from "@/app/api/admin/savings/[id]/toggle-status/route";
import { GET as records } from "@/app/api/admin/savings/records/route";
import { POST as create, GET as list } from "@/app/api/admin/savings/route";
import { prisma } from "@/lib/platform/db";
import type { RouteHandler } from "@/lib/platform/http";
import { MICRO } from "@/lib/platform/money";
import { subtractDecimal } from "@/lib/platform/ui/decimal";
import { listPlans } from "@/lib/savings/data";
import type {
  AdminRecordsResponse,
  AdminSavingDto,
  AdminSavingList,
} from "@/lib/savings/staff-schema";
import { createPlanRow, fundInterest } from "@/tests/factories/savings";
import { signedInAdmin } from "@/tests/factories/users";
import { callRaw, callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { hearEvents } from "@/tests/support/events";
import { asOwner } from "@/tests/support/owner";
import { until } from "@/tests/support/poll";
import { toldToUsers } from "@/tests/support/told";
import { endOfTest, mySavings, refund, START, saver, subscribe } from "./support";

const NOBODY = "00000000-0000-0000-0000-000000000000";

const database = testDatabase();
let staff: string;
let staffName: string;

beforeAll(async () => {
  await fundInterest(100_000n * MICRO);
  const admin = await signedInAdmin();
  [staff, staffName] = [admin.token, admin.user.username];
});
beforeEach(() => database.setClock(START));
afterEach(endOfTest);

type Answer = { saving: AdminSavingDto };
const call = (
  handler: RouteHandler,
  method: string,
  id: string,
  body?: unknown,
  token: string | undefined = staff,
) =>
  callRoute<Answer>(handler, {
    method,
    path: `/api/admin/savings/${id}`,
    params: { id },
    token,
    body,
  });

const valid = {
  name: "Ninety days",
  type: "fixed",
  currency: "USDT",
  dailyRate: "0.000123456",
  durationDays: 90,
  minAmount: "25",
  maxAmount: "1000",
  capacity: "5000",
  description: "Text",
};
const readPlans = async (query = "") =>
  (await callRoute<AdminSavingList>(list, { token: staff, path: `/api/admin/savings${query}` }))
    .body;
const add = (changes: object = {}, token: string | undefined = staff) =>
  callRoute<Answer>(create, { token, path: "/api/admin/savings", body: { ...valid, ...changes } });

describe("staff", () => {
  it("add a plan, with an audit entry", async () => {
    const { status, body } = await add();
    expect(status).toBe(201);
    expect(body.saving).toMatchObject({
      ...valid,
      minAmount: "25.000000",
      maxAmount: "1000.000000",
      capacity: "5000.000000",
      subscribed: "0.000000",
      subscribable: "1000.000000",
      isActive: true,
      records: { live: 0, closed: 0 },
    });
    const entry = await prisma.auditEntry.findFirst({ where: { targetId: body.saving.id } });
    expect(entry).toMatchObject({ action: "saving.create", targetType: "saving" });
    const all = await callRoute<{ savings: AdminSavingDto[] }>(list, { token: staff });
    expect(all.body.savings.map(({ id }) => id)).toContain(body.saving.id);
  });

  it("are told of each change of what a plan pays or to how much, where they have all rights", async () => {
    const [{ user: owner }, keeper] = await Promise.all([
      signedInAdmin(),
      signedInAdmin({ permissions: ["finance"] }),
    ]);
    const { heard, stop } = await hearEvents();
    const { id } = (await add({ name: "Gift" }, keeper.token)).body.saving;
    await call(update, "PUT", id, { name: "Gift", description: "Other text" }, keeper.token);
    await call(update, "PUT", id, { dailyRate: "0.0002" }, keeper.token);
    const told = await toldToUsers.findMany({
      where: { userId: owner.id, message: { contains: '"plan":"Gift"' } },
      orderBy: { id: "asc" },
    });
    expect(told.map(({ title }) => title)).toEqual(["Savings plan added", "Savings plan changed"]);
    expect(told[1]?.message).toMatch(
      /from 0.0123456% a day, 4.506144% a year, 90 days, 25.00\sUSDT to 1,000.00\sUSDT a person/,
    );
    expect(told[1]?.message).toContain("to 0.02% a day, 7.3% a year, 90 days");
    const live = () => heard.filter(({ t, u }) => t === "notification" && u === owner.id);
    await until("both are heard", () => live().length === 2);
    await stop();
    const session = await prisma.session.findFirstOrThrow({ where: { userId: keeper.user.id } });
    // In the session of who did it no dialog opens over the result.
    expect(live().map(({ by }) => by)).toEqual([session.id, session.id]);
  });

  it.each([
    [{ dailyRate: "1.000000001" }, "dailyRate"],
    [{ dailyRate: "0.0000000001" }, "dailyRate"],
    [{ dailyRate: "-0.1" }, "dailyRate"],
    [{ durationDays: null }, "durationDays"],
    [{ durationDays: 0 }, "durationDays"],
    [{ durationDays: 3651 }, "durationDays"],
    [{ type: "flexible" }, "durationDays"],
    [{ type: "other" }, "type"],
    [{ currency: "BTC" }, "currency"],
    [{ name: " " }, "name"],
    [{ minAmount: "0" }, "minAmount"],
    [{ maxAmount: "24.999999" }, "maxAmount"],
  ])("can't add %j", async (changes, field) => {
    const { status, body } = await add(changes);
    expect(status).toBe(422);
    expect(body.errors).toHaveProperty(field);
  });

  it("change a plan, but not below what is subscribed", async () => {
    const plan = await createPlanRow();
    const user = await saver();
    await subscribe(user, plan.id, "500");
    expect((await call(update, "PUT", plan.id, { capacity: "499" })).body.errors).toEqual({
      capacity: ["More than this is already subscribed"],
    });
    const { body } = await call(update, "PUT", plan.id, {
      name: "New",
      dailyRate: "0",
      capacity: "500",
      maxAmount: null,
    });
    expect(body.saving).toMatchObject({
      name: "New",
      dailyRate: "0",
      capacity: "500.000000",
      subscribable: "0.000000",
      records: { live: 1, closed: 0 },
    });
    expect((await mySavings(user)).body.records[0]).toMatchObject({
      name: "New",
      dailyRate: "0.00011",
    });
    const entry = await prisma.auditEntry.findFirst({
      where: { targetId: plan.id, action: "saving.update" },
    });
    expect(entry).toMatchObject({
      before: { dailyRate: "0.00011" },
      after: { dailyRate: "0" },
    });
    expect((await call(update, "PUT", randomUUID(), { name: "x" })).status).toBe(404);
  });

  it("change type and currency only until the first subscription", async () => {
    const plan = await createPlanRow();
    const currency = { currency: "XAUT" } as const;
    const type = { type: "flexible", durationDays: null } as const;
    for (const change of [currency, type, { currency: "USDT", type: "fixed", durationDays: 30 }]) {
      expect((await call(update, "PUT", plan.id, change)).status).toBe(200);
    }
    const user = await saver();
    const { record } = (await subscribe(user, plan.id, "500")).body;
    await refund(user, record.id);
    for (const change of [currency, type]) {
      const { status, body } = await call(update, "PUT", plan.id, change);
      expect({ status, code: body.code }).toEqual({ status: 409, code: "SAVING_PLAN_IN_USE" });
      await expect(
        asOwner().savingPlan.update({ where: { id: plan.id }, data: change }),
      ).rejects.toThrow("SAVING_PLAN_IN_USE");
    }
    // A form sends what stays, too.
    const same = { name: "Same", currency: "USDT", type: "fixed" };
    expect((await call(update, "PUT", plan.id, same)).status).toBe(200);
  });

  it("close and open a plan", async () => {
    const plan = await createPlanRow();
    const user = await saver();
    expect((await call(toggle, "PATCH", plan.id)).body.saving.isActive).toBe(false);
    expect((await subscribe(user, plan.id)).body.code).toBe("SAVING_PLAN_INACTIVE");
    expect((await call(toggle, "PATCH", plan.id, { isActive: false })).body.saving.isActive).toBe(
      false,
    );
    expect((await call(toggle, "PATCH", plan.id, { isActive: true })).body.saving.isActive).toBe(
      true,
    );
    expect((await subscribe(user, plan.id)).status).toBe(201);
  });

  it("delete a plan that nobody subscribed to, and no other", async () => {
    const unused = await createPlanRow();
    const answer = await call(remove, "DELETE", unused.id, { reason: "Entered by mistake" });
    expect(answer.status).toBe(200);
    expect((await call(remove, "DELETE", unused.id)).status).toBe(404);
    const entry = await prisma.auditEntry.findFirst({
      where: { targetId: unused.id, action: "saving.delete" },
    });
    expect(entry?.reason).toBe("Entered by mistake");
    const plan = await createPlanRow();
    const user = await saver();
    const { id } = (await subscribe(user, plan.id)).body.record;
    await refund(user, id);
    expect((await call(remove, "DELETE", plan.id)).body).toMatchObject({
      code: "SAVING_PLAN_IN_USE",
    });
    expect((await subscribe(user, plan.id)).status).toBe(201);
  });

  it("are told who was faster when two edit a plan", async () => {
    const plan = await createPlanRow();
    const { user: other, token } = await signedInAdmin();
    const updatedAt = plan.updatedAt.toISOString();
    const [first, second] = await Promise.all([
      call(update, "PUT", plan.id, { name: "One", updatedAt }, token),
      call(update, "PUT", plan.id, { name: "Two", updatedAt }),
    ]);
    expect([first.status, second.status].sort()).toEqual([200, 409]);
    const late = await call(update, "PUT", plan.id, { name: "Three", updatedAt });
    const winner = first.status === 200 ? other.username : staffName;
    expect(late.body).toMatchObject({
      code: "CONFLICT",
      message: `${winner} has changed this plan meanwhile. Please look at it again.`,
    });
    const { saving: saved } = (first.status === 200 ? first : second).body;
    expect(late.body.saving).toEqual(saved);
    const seen = saved.updatedAt;
    expect((await call(update, "PUT", plan.id, { name: "Four", updatedAt: seen })).status).toBe(
      200,
    );
  });

  it("see what the house has set aside, and what full plans would need", async () => {
    const before = await readPlans();
    const plan = await createPlanRow({ capacityMicro: 10_000_000_000n, dailyRatePpb: 1_000_000n });
    const open = await createPlanRow();
    await subscribe(await saver(), plan.id, "1000");
    const { savings, funding } = await readPlans();
    const of = (id: string) => savings.find((one) => one.id === id)?.funding;
    expect(of(plan.id)).toEqual({ state: "full", needed: "270.000000" });
    expect(of(open.id)).toEqual({ state: "unlimited", needed: null });
    const [usdt, had] = [funding[0]!, before.funding[0]!];
    expect(usdt).toMatchObject({ currency: "USDT", owed: "0.000000", missing: "0.000000" });
    expect(subtractDecimal(usdt.reserved, had.reserved)).toBe("30.000000");
    expect(subtractDecimal(had.free, usdt.free)).toBe("30.000000");
    expect(subtractDecimal(usdt.needed, had.needed)).toBe("270.000000");
    expect(usdt.unlimitedPlans).toBe(had.unlimitedPlans + 1);
  });

  it("see a plan that the house can't fund in full as one that takes nobody", async () => {
    const plan = await createPlanRow({ dailyRatePpb: 1_000_000_000n, capacityMicro: 10n ** 15n });
    const seen = (await readPlans()).savings.find(({ id }) => id === plan.id);
    expect(seen).toMatchObject({ funding: { state: "none" }, subscribable: "0.000000" });
    await asOwner().savingPlan.update({ where: { id: plan.id }, data: { isActive: false } });
  });

  it("can't add more plans than the list of all shows, also not two at once", async () => {
    const had = await prisma.savingPlan.count({ where: { deletedAt: null } });
    const filler = Array.from({ length: 199 - had }, () => ({
      name: "Filler",
      type: "fixed" as const,
      currency: "USDT" as const,
      dailyRatePpb: 0n,
      durationDays: 1,
      minAmountMicro: 1n,
      isActive: false,
    }));
    await asOwner().savingPlan.createMany({ data: filler });
    const answers = await Promise.all([1, 2, 3].map(() => add({ name: "Filler" })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: "CONFLICT",
      message: "There are 200 plans already. Please delete or change one of them.",
    });
    expect(await listPlans(NOBODY, { all: true })).toHaveLength(200);
    await asOwner().savingPlan.updateMany({
      where: { name: "Filler" },
      data: { deletedAt: new Date() },
    });
    expect((await add()).status).toBe(201);
  });

  it("read plans in pages, newest first, with the money behind all of them on each", async () => {
    const made: string[] = [];
    for (const name of ["One", "Two", "Three"]) made.unshift((await createPlanRow({ name })).id);
    const first = await readPlans("?limit=2");
    expect(first.savings.map(({ id }) => id)).toEqual(made.slice(0, 2));
    await createPlanRow({ name: "Four" });
    const second = await readPlans(`?limit=2&cursor=${first.nextCursor}`);
    expect(second.savings[0]?.id).toBe(made[2]);
    const all = await readPlans("?limit=100");
    expect(all).toMatchObject({ nextCursor: null, funding: second.funding });
    expect(all.savings).toHaveLength(await prisma.savingPlan.count({ where: { deletedAt: null } }));
    for (const query of ["?limit=0", "?limit=101", "?cursor=x"]) {
      const { status } = await callRoute(list, {
        token: staff,
        path: `/api/admin/savings${query}`,
      });
      expect(status).toBe(422);
    }
  });

  it("read all users' savings, filtered and in pages", async () => {
    const plan = await createPlanRow();
    const [ann, bob] = [await saver(), await saver()];
    const first = (await subscribe(ann, plan.id)).body.record.id;
    const second = (await subscribe(bob, plan.id)).body.record.id;
    await refund(ann, first);
    const read = async (query: string) => {
      const { body } = await callRoute<AdminRecordsResponse>(records, {
        token: staff,
        path: `/api/admin/savings/records?savingId=${plan.id}${query}`,
      });
      return body;
    };
    expect((await read("")).records.map(({ id }) => id)).toEqual([second, first]);
    expect((await read("&status=cancelled")).records).toMatchObject([
      { id: first, user: { id: ann.id } },
    ]);
    expect((await read(`&userId=${bob.id}`)).records).toMatchObject([{ id: second }]);
    const { username } = (await read("")).records[1]!.user;
    expect((await read(`&user=${username.toUpperCase()}`)).records).toMatchObject([{ id: first }]);
    expect((await read("&user=nobody-at-all")).records).toEqual([]);
    const page = await read("&limit=1");
    expect((await read(`&limit=1&cursor=${page.nextCursor}`)).records).toMatchObject([
      { id: first },
    ]);
  });

  it("take them away as CSV", async () => {
    const plan = await createPlanRow();
    const { id } = (await subscribe(await saver(), plan.id, "12.5")).body.record;
    const response = await callRaw(records, {
      token: staff,
      path: `/api/admin/savings/records?savingId=${plan.id}&format=csv`,
    });
    expect(response.headers.get("content-type")).toContain("text/csv");
    const [, line, end] = (await response.text()).split("\r\n");
    expect(line).toMatch(new RegExp(`^\\d+,${id},.*,12.500000,0.00011,30,pending,`));
    expect(end).toBe("");
  });

  it("alone may do any of this, and only those of the finance area", async () => {
    const plan = await createPlanRow();
    const { token: support } = await signedInAdmin({ permissions: ["support"] });
    const { token: finance } = await signedInAdmin({ permissions: ["finance"] });
    for (const token of [(await saver()).token, support]) {
      expect((await add({}, token)).status).toBe(403);
      expect((await call(update, "PUT", plan.id, { name: "x" }, token)).status).toBe(403);
      expect((await call(remove, "DELETE", plan.id, undefined, token)).status).toBe(403);
      expect((await call(toggle, "PATCH", plan.id, {}, token)).status).toBe(403);
      expect((await callRoute(list, { token })).status).toBe(403);
      expect((await callRoute(records, { token })).status).toBe(403);
    }
    expect((await add({}, finance)).status).toBe(201);
  });
});
