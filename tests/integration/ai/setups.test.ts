import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { PUT as change, DELETE as withdraw } from "@/app/api/admin/trade-setups/[id]/route";
import { GET as adminList, POST as propose } from "@/app/api/admin/users/[id]/trade-setups/route";
import { POST as accept } from "@/app/api/trades/setups/[id]/accept/route";
import { POST as decline } from "@/app/api/trades/setups/[id]/decline/route";
import { GET as ownList } from "@/app/api/trades/setups/route";
import type { AcceptSetupResponse, SetupDto, SetupList } from "@/lib/ai/schema";
import { prisma } from "@/lib/platform/db";
import type { RouteHandler } from "@/lib/platform/http";
import { signedInAdmin } from "@/tests/factories/users";
import { type ApiResponse, callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { asOwner } from "@/tests/support/owner";
import { until } from "@/tests/support/poll";
import { toldToUsers } from "@/tests/support/told";
import { aiTrader, endAllRuns, money, newKey, openMarket, type TestTrader } from "./support";

beforeAll(openMarket);
afterEach(endAllRuns);

type SetupResponse = { setup: SetupDto };
const INPUT = { strategy: "dca", amount: "60", params: { purchases: 4 }, note: "Slow and steady" };

let admin: Awaited<ReturnType<typeof signedInAdmin>>;
beforeAll(async () => {
  admin = await signedInAdmin();
});

const proposeTo = (
  { user }: TestTrader,
  body: object = INPUT,
  token = admin.token,
  idempotencyKey = newKey(),
): Promise<ApiResponse<SetupResponse>> =>
  callRoute<SetupResponse>(propose, { token, body, params: { id: user.id }, idempotencyKey });

const proposed = async (owner: TestTrader, body?: object): Promise<SetupDto> =>
  (await proposeTo(owner, body)).body.setup;

const answer = <T = SetupResponse>(
  handler: RouteHandler,
  id: string,
  { token }: { token: string },
  body?: object,
  method = "POST",
): Promise<ApiResponse<T>> =>
  callRoute<T>(handler, { token, params: { id }, method, body, idempotencyKey: newKey() });

const accepted = (id: string, owner: TestTrader, body: object = {}) =>
  answer<AcceptSetupResponse>(accept, id, owner, body);

const audited = (id: string) =>
  prisma.auditEntry.findMany({ where: { targetId: id }, orderBy: { seq: "asc" } });

describe("a proposal", () => {
  it("is kept, told to the user and written in the audit log, and moves nothing", async () => {
    const owner = await aiTrader();
    const { status, body } = await proposeTo(owner);
    expect(status).toBe(201);
    expect(body.setup).toMatchObject({
      userId: owner.user.id,
      strategy: "dca",
      params: { interval: "1d", purchases: 4, every: 1 },
      amount: "60.000000",
      note: "Slow and steady",
      status: "proposed",
      runId: null,
    });
    expect(await money(owner)).toBe("1000.000000 0.000000 0.000000");
    const told = await toldToUsers.findFirstOrThrow({ where: { userId: owner.user.id } });
    expect(told).toMatchObject({ type: "ai", title: "Strategy proposed" });
    const entries = await audited(body.setup.id);
    expect(entries).toMatchObject([
      { action: "trade-setup.propose", actorId: admin.user.id, subjectUserId: owner.user.id },
    ]);
    // A note may be personal, and the log can't forget.
    expect([entries[0]?.reason, entries[0]?.after]).toEqual([
      null,
      { strategy: "dca", params: body.setup.params, amount: "60.000000", status: "proposed" },
    ]);
    const own = await callRoute<SetupList>(ownList, { token: owner.token });
    expect(own.body.setups).toEqual([body.setup]);
    const staff = await callRoute<SetupList>(adminList, {
      token: admin.token,
      params: { id: owner.user.id },
    });
    expect(staff.body.setups).toEqual([body.setup]);
  });

  it("is for somebody who exists", async () => {
    const options = { token: admin.token, params: { id: randomUUID() } };
    expect((await callRoute(adminList, options)).status).toBe(404);
    expect((await callRoute(propose, { ...options, body: INPUT })).status).toBe(404);
  });

  it.each([
    [{ ...INPUT, strategy: "martingale" }, "strategy"],
    [{ ...INPUT, params: { purchases: 0 } }, "params.purchases"],
    [{ ...INPUT, amount: "0" }, "amount"],
    [{ ...INPUT, outcome: "won" }, "outcome"],
    [{ strategy: "dca" }, "amount"],
  ])("is refused when it is not one: %j", async (body, field) => {
    const { status, body: refusal } = await proposeTo(await aiTrader(), body);
    expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, [field]]);
  });

  it("is made once for a repeated key, and only to people that exist, by staff for users", async () => {
    const owner = await aiTrader();
    const key = newKey();
    const [first, again] = [
      await proposeTo(owner, INPUT, admin.token, key),
      await proposeTo(owner, INPUT, admin.token, key),
    ];
    expect(again.body.setup.id).toBe(first.body.setup.id);
    const finance = await signedInAdmin({ permissions: ["finance"] });
    expect((await proposeTo(owner, INPUT, finance.token)).status).toBe(403);
    expect((await proposeTo(owner, INPUT, owner.token)).status).toBe(403);
    const nobody = { ...owner, user: { ...owner.user, id: crypto.randomUUID() } };
    expect((await proposeTo(nobody)).status).toBe(404);
  });
});

describe("staff", () => {
  it("change what is not decided, with both states in the audit log", async () => {
    const setup = await proposed(await aiTrader());
    const { status, body } = await answer(change, setup.id, admin, { amount: "80" }, "PUT");
    expect(status).toBe(200);
    expect(body.setup).toMatchObject({ amount: "80.000000", params: setup.params });
    const other = await answer(change, setup.id, admin, { strategy: "grid" }, "PUT");
    expect(other.body.setup).toMatchObject({ strategy: "grid", params: { levels: 6 } });
    const entries = await audited(setup.id);
    expect(entries.map(({ action }) => action)).toEqual([
      "trade-setup.propose",
      "trade-setup.change",
      "trade-setup.change",
    ]);
    expect(entries[1]?.before).toMatchObject({ amount: "60.000000" });
    expect(entries[1]?.after).toMatchObject({ amount: "80.000000" });
    expect((await answer(change, setup.id, admin, {}, "PUT")).status).toBe(422);
  });

  it("change only what they saw, where they say so", async () => {
    const setup = await proposed(await aiTrader());
    const put = (body: object) => answer(change, setup.id, admin, body, "PUT");
    const seen = { updatedAt: setup.updatedAt };
    const first = await put({ amount: "80", ...seen });
    expect(first.status).toBe(200);
    const late = await put({ amount: "90", ...seen });
    expect(`${late.status} ${late.body.code}`).toBe("409 CONFLICT");
    const { updatedAt } = first.body.setup;
    expect((await put({ note: "Faster", updatedAt })).body.setup).toMatchObject({
      amount: "80.000000",
      note: "Faster",
    });
    expect((await put({ updatedAt })).status).toBe(422);
  });

  it("overwrite nobody's change: of several at once, one succeeds", async () => {
    const setup = await proposed(await aiTrader());
    // Nobody may write before all of them have read.
    const holder = new Client({ connectionString: testDatabase().ownerUrl });
    await holder.connect();
    await holder.query("BEGIN");
    await holder.query("SELECT FROM trade_setup WHERE id = $1 FOR UPDATE", [setup.id]);
    const sent = Promise.all([
      answer(change, setup.id, admin, { amount: "80" }, "PUT"),
      answer(change, setup.id, admin, { note: "Fast and risky" }, "PUT"),
    ]);
    await until("both wait for the row", async () => {
      const waiting = await testDatabase().query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      return waiting.length === 2;
    });
    await holder.end();
    const answers = await sent;
    const codes = answers.map(({ status, body }) => (status === 200 ? "changed" : body.code));
    expect(codes.sort()).toEqual(["CONFLICT", "changed"]);
    const entries = await audited(setup.id);
    expect(entries).toHaveLength(2);
    const { amount } = answers.find(({ status }) => status === 200)?.body.setup ?? {};
    expect(entries[1]).toMatchObject({ after: { amount } });
  });

  it("withdraw what is not decided, and nothing else", async () => {
    const owner = await aiTrader();
    const setup = await proposed(owner);
    const { status, body } = await answer(withdraw, setup.id, admin, undefined, "DELETE");
    expect([status, body.setup.status]).toEqual([200, "withdrawn"]);
    expect((await accepted(setup.id, owner)).status).toBe(409);
    const taken = await proposed(owner);
    await accepted(taken.id, owner);
    for (const refusal of [
      await answer(withdraw, taken.id, admin, undefined, "DELETE"),
      await answer(change, taken.id, admin, { amount: "90" }, "PUT"),
    ]) {
      expect(`${refusal.status} ${refusal.body.code}`).toBe("409 ALREADY_PROCESSED");
    }
    const unknown = await answer(withdraw, crypto.randomUUID(), admin, undefined, "DELETE");
    expect(unknown.status).toBe(404);
  });
});

describe("its user", () => {
  it("accepts: a run of exactly what was proposed starts", async () => {
    const owner = await aiTrader();
    const setup = await proposed(owner);
    const { status, body } = await accepted(setup.id, owner, { updatedAt: setup.updatedAt });
    expect(status).toBe(201);
    expect(body.run).toMatchObject({
      strategy: "dca",
      params: setup.params,
      allocated: "60.000000",
      setupId: setup.id,
    });
    expect(body.setup).toMatchObject({ status: "accepted", runId: body.run.id });
    expect(await money(owner)).toBe("940.000000 60.000000 0.000000");
  });

  it("gets the answer to an acceptance that was made and never told", async () => {
    const owner = await aiTrader();
    const setup = await proposed(owner);
    const idempotencyKey = newKey();
    const again = () =>
      callRoute<AcceptSetupResponse>(accept, {
        token: owner.token,
        params: { id: setup.id },
        body: {},
        idempotencyKey,
      });
    // As when the server dies after the acceptance was committed.
    const note = jest.spyOn(prisma.idempotencyRecord, "updateMany");
    note.mockRejectedValueOnce(Object.assign(new Error("gone"), { code: "ECONNRESET" }));
    expect((await again()).status).toBe(503);
    note.mockRestore();
    const { id: runId } = await prisma.strategyRun.findFirstOrThrow({
      where: { setupId: setup.id },
    });
    for (let n = 0; n < 2; n += 1) {
      expect(await again()).toMatchObject({
        status: 201,
        body: {
          run: { id: runId, allocated: "60.000000" },
          setup: { status: "accepted", runId },
          available: "940.000000",
        },
      });
    }
    expect(await prisma.strategyRun.count({ where: { userId: owner.user.id } })).toBe(1);
  });

  it("declines, and can't accept after that", async () => {
    const owner = await aiTrader();
    const setup = await proposed(owner);
    const { body } = await answer(decline, setup.id, owner);
    expect(body.setup.status).toBe("declined");
    for (const handler of [accept, decline]) {
      const again = await answer(handler, setup.id, owner, {});
      expect(`${again.status} ${again.body.code}`).toBe("409 ALREADY_PROCESSED");
    }
    expect(await money(owner)).toBe("1000.000000 0.000000 0.000000");
  });

  it("is not bound to what changed since it was on screen", async () => {
    const owner = await aiTrader();
    const setup = await proposed(owner);
    await answer(change, setup.id, admin, { amount: "900" }, "PUT");
    const { status, body } = await accepted(setup.id, owner, { updatedAt: setup.updatedAt });
    expect(`${status} ${body.code}`).toBe("409 CONFLICT");
    expect(await money(owner)).toBe("1000.000000 0.000000 0.000000");
  });

  it("is held to the rules of any run, and the proposal stays open", async () => {
    const refused = async (owner: TestTrader, meanwhile?: () => Promise<unknown>) => {
      const setup = await proposed(owner);
      await meanwhile?.();
      const answered = await accepted(setup.id, owner);
      const { setups } = (await callRoute<SetupList>(ownList, { token: owner.token })).body;
      expect(setups[0]?.status).toBe("proposed");
      return `${answered.status} ${answered.body.code}`;
    };
    expect(await refused(await aiTrader({ aiRisk: false }))).toBe("403 RISK_NOT_ACCEPTED");
    expect(await refused(await aiTrader({ usdt: "59" }))).toBe("422 INSUFFICIENT_BALANCE");
    const narrowed = await aiTrader();
    const limit = { userId: narrowed.user.id, maxAmountMicro: 55_000_000n };
    expect(await refused(narrowed, () => asOwner().tradeConfig.create({ data: limit }))).toBe(
      "422 TRADE_AMOUNT_OUT_OF_RANGE",
    );
  });

  it("is not proposed what it may not accept", async () => {
    const owner = await aiTrader();
    const refusal = async (body: object) => (await proposeTo(owner, body)).body.errors;
    expect(await refusal({ ...INPUT, amount: "49" })).toEqual({
      amount: ["This account may allocate 50.00\u00a0USDT to 50,000.00\u00a0USDT"],
    });
    const setup = await proposed(owner);
    await asOwner().tradeConfig.create({ data: { userId: owner.user.id, aiEnabled: false } });
    const off = { strategy: ["AI trading is switched off for this account"] };
    expect(await refusal(INPUT)).toEqual(off);
    expect((await answer(change, setup.id, admin, { amount: "70" }, "PUT")).body.errors).toEqual(
      off,
    );
    expect(await prisma.tradeSetup.count({ where: { userId: owner.user.id } })).toBe(1);
  });

  it("decides once, however often and however it is asked for at once", async () => {
    const owner = await aiTrader();
    const setup = await proposed(owner);
    const answers = await Promise.all([
      accepted(setup.id, owner),
      accepted(setup.id, owner),
      answer(decline, setup.id, owner),
      answer(withdraw, setup.id, admin, undefined, "DELETE"),
    ]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
    expect(await prisma.strategyRun.count({ where: { userId: owner.user.id } })).toBeLessThan(2);
  });

  it("sees and decides only their own", async () => {
    const [owner, other] = [await aiTrader(), await aiTrader()];
    const setup = await proposed(owner);
    expect((await accepted(setup.id, other)).status).toBe(404);
    expect((await answer(decline, setup.id, other)).status).toBe(404);
    const list = await callRoute<SetupList>(ownList, { token: other.token });
    expect(list.body.setups).toEqual([]);
    expect((await callRoute(ownList)).status).toBe(401);
  });

  it("pages and filters", async () => {
    const owner = await aiTrader();
    const ids = [(await proposed(owner)).id, (await proposed(owner)).id];
    await answer(decline, ids[0] ?? "", owner);
    const list = async (query: string) =>
      (
        await callRoute<SetupList>(ownList, {
          token: owner.token,
          path: `/api/trades/setups${query}`,
        })
      ).body;
    const first = await list("?limit=1");
    expect(first.setups.map(({ id }) => id)).toEqual([ids[1]]);
    const next = await list(`?limit=1&cursor=${first.nextCursor}`);
    expect(next.setups.map(({ id }) => id)).toEqual([ids[0]]);
    expect((await list("?status=declined")).setups.map(({ id }) => id)).toEqual([ids[0]]);
    expect(await list("?status=won")).toMatchObject({ code: "VALIDATION" });
  });
});
