import { randomUUID } from "node:crypto";
import { PUT as resetCount } from "@/app/api/admin/users/[id]/reset-daily-trade-count/route";
import {
  PUT as change,
  POST as create,
  GET as read,
  DELETE as remove,
} from "@/app/api/admin/users/[id]/trade-config/route";
import { GET as tradeSettings } from "@/app/api/trades/trade-settings/route";
import { prisma } from "@/lib/platform/db";
import type { RouteHandler } from "@/lib/platform/http";
import type { TradeConfigResponse } from "@/lib/trading/config-schema";
import type { TradeSettingsResponse } from "@/lib/trading/schema";
import { createTestUser, signedInAdmin, signedInUser } from "@/tests/factories/users";
import { callRoute } from "@/tests/support/api";
import { toldToUsers } from "@/tests/support/told";
import { open, openMarket, tick, trader } from "../trading/support";
import { auditOf } from "./support";

const send = <T = TradeConfigResponse>(
  handler: RouteHandler,
  method: string,
  token: string | undefined,
  id: string,
  body?: unknown,
) => callRoute<T>(handler, { method, token, body, params: { id } });

const settingsOf = async (token: string) =>
  (await callRoute<TradeSettingsResponse>(tradeSettings, { token })).body.settings;

beforeAll(openMarket);

describe("a user's own trading limits", () => {
  it("are made, changed and removed, and hold at once", async () => {
    const { user: admin, token } = await signedInAdmin({ permissions: ["users"] });
    const { user, token: own } = await signedInUser();
    const before = await send(read, "GET", token, user.id);
    expect(before.body.config).toBeNull();
    expect(before.body.settings).toEqual(await settingsOf(own));

    const made = await send(create, "POST", token, user.id, { aiEnabled: false, maxAmount: "50" });
    expect(made.status).toBe(201);
    expect(made.body.config).toMatchObject({
      optionEnabled: null,
      aiEnabled: false,
      minAmount: null,
      maxAmount: "50.000000",
    });
    expect(await settingsOf(own)).toMatchObject({
      ai: { enabled: false },
      option: { enabled: true, maxAmount: "50.000000" },
    });

    const changed = await send(change, "PUT", token, user.id, {
      aiEnabled: null,
      dailyTradeLimit: 3,
    });
    expect(changed.body.config).toMatchObject({
      aiEnabled: null,
      maxAmount: "50.000000",
      dailyTradeLimit: 3,
    });
    expect(changed.body.settings).toEqual(await settingsOf(own));
    expect(changed.body.settings.dailyTradeLimit).toBe(3);

    const removed = await send(remove, "DELETE", token, user.id);
    expect(removed.body.config).toBeNull();
    expect(await settingsOf(own)).toEqual(before.body.settings);
    expect(await auditOf(user.id)).toMatchObject([
      {
        action: "trade-config.change",
        actorId: admin.id,
        before: null,
        after: { maxAmount: "50.000000" },
      },
      {
        action: "trade-config.change",
        before: { aiEnabled: false },
        after: { dailyTradeLimit: 3 },
      },
      { action: "trade-config.remove", before: { dailyTradeLimit: 3 }, after: null },
    ]);
    expect(await toldToUsers.count({ where: { userId: user.id } })).toBe(3);
  });

  it("can be sent back as they were given", async () => {
    const [{ token }, user] = [await signedInAdmin(), await createTestUser()];
    const made = await send(create, "POST", token, user.id, { minAmount: "5" });
    const whole = { ...made.body.config, dailyTradeLimit: 7 };
    const { status, body } = await send(change, "PUT", token, user.id, whole);
    expect([status, body.config]).toMatchObject([
      200,
      { minAmount: "5.000000", dailyTradeLimit: 7 },
    ]);
    expect(body.config?.updatedAt).not.toBe(made.body.config?.updatedAt);
  });

  it("never widen what the site allows", async () => {
    const [{ token }, user] = [await signedInAdmin(), await createTestUser()];
    const { body: site } = await send(read, "GET", token, user.id);
    const { body } = await send(change, "PUT", token, user.id, {
      minAmount: "0.000001",
      maxAmount: "999999999",
      dailyTradeLimit: 100000,
      optionEnabled: true,
    });
    expect(body.settings).toEqual(site.settings);
  });

  it.each([
    [{ minAmount: "20", maxAmount: "10" }, "maxAmount"],
    [{ minAmount: "-1" }, "minAmount"],
    [{ minAmount: 5 }, "minAmount"],
    [{ maxAmount: "1.0000001" }, "maxAmount"],
    [{ dailyTradeLimit: -1 }, "dailyTradeLimit"],
    [{ dailyTradeLimit: 1.5 }, "dailyTradeLimit"],
    [{ optionEnabled: "no" }, "optionEnabled"],
    [{ winRate: 1 }, "winRate"],
    [{ outcome: "won" }, "outcome"],
  ])("refuse %j", async (input, field) => {
    const [{ token }, user] = [await signedInAdmin(), await createTestUser()];
    for (const [handler, method] of [
      [create, "POST"],
      [change, "PUT"],
    ] as const) {
      const { status, body } = await send(handler, method, token, user.id, input);
      expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
    }
    expect(await prisma.tradeConfig.count({ where: { userId: user.id } })).toBe(0);
    expect(await auditOf(user.id)).toEqual([]);
  });

  it("refuse a smallest amount above the largest that stays", async () => {
    const [{ token }, user] = [await signedInAdmin(), await createTestUser()];
    await send(create, "POST", token, user.id, { maxAmount: "10" });
    const { status } = await send(change, "PUT", token, user.id, { minAmount: "11" });
    expect(status).toBe(422);
  });

  it("are made once, and changed by one of two who saw the same", async () => {
    const [one, two, user] = [await signedInAdmin(), await signedInAdmin(), await createTestUser()];
    const made = await Promise.all(
      [one, two].map(({ token }) => send(create, "POST", token, user.id, { maxAmount: "10" })),
    );
    expect(made.map(({ status }) => status).sort()).toEqual([201, 409]);
    const seen = made.find(({ status }) => status === 201)?.body.config?.updatedAt;
    const changed = await Promise.all(
      [one, two].map(({ token }) => send(change, "PUT", token, user.id, { maxAmount: "20", seen })),
    );
    expect(changed.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = changed[0]?.status === 200 ? one : two;
    expect(changed.find(({ status }) => status === 409)?.body.message).toBe(
      `${winner.user.username} has changed these limits in the meantime. Please look at them again.`,
    );
    expect(await auditOf(user.id)).toHaveLength(2);
  });

  it("are removed as they were seen, where that is said", async () => {
    const [one, two, user] = [await signedInAdmin(), await signedInAdmin(), await createTestUser()];
    const made = await send(create, "POST", one.token, user.id, { maxAmount: "10" });
    const old = { seen: made.body.config?.updatedAt };
    const changed = await send(change, "PUT", two.token, user.id, { maxAmount: "20" });
    const refused = await send(remove, "DELETE", one.token, user.id, old);
    expect(`${refused.status} ${refused.body.code}`).toBe("409 CONFLICT");
    expect(refused.body.message).toBe(
      `${two.user.username} has changed these limits in the meantime. Please look at them again.`,
    );
    expect((await send(read, "GET", one.token, user.id)).body.config).toEqual(changed.body.config);

    const seen = { seen: changed.body.config?.updatedAt };
    const removed = await Promise.all(
      [one, two].map(({ token }) => send(remove, "DELETE", token, user.id, seen)),
    );
    expect(removed.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await auditOf(user.id)).toHaveLength(3);
    expect((await send(remove, "DELETE", one.token, user.id, { seen: "now" })).status).toBe(422);
    expect((await send(remove, "DELETE", one.token, user.id)).status).toBe(404);
  });

  it("belong to the staff for users, not to oneself", async () => {
    const [cashier, clerk] = [
      await signedInAdmin({ permissions: ["finance"] }),
      await signedInAdmin({ permissions: ["users"] }),
    ];
    const user = await createTestUser();
    for (const [handler, method] of [
      [create, "POST"],
      [change, "PUT"],
      [remove, "DELETE"],
      [resetCount, "PUT"],
    ] as const) {
      const body = method === "DELETE" ? undefined : {};
      expect((await send(handler, method, cashier.token, user.id, body)).status).toBe(403);
      expect((await send(handler, method, clerk.token, clerk.user.id, body)).status).toBe(403);
      expect((await send(handler, method, clerk.token, randomUUID(), body)).status).toBe(404);
      expect((await send(handler, method, undefined, user.id, body)).status).toBe(401);
    }
    expect((await send(read, "GET", cashier.token, user.id)).status).toBe(403);
    expect((await send(remove, "DELETE", clerk.token, user.id)).status).toBe(404);
  });
});

describe("PUT /api/admin/users/{id}/reset-daily-trade-count", () => {
  it("lets a user trade up to their limit again, and leaves what they traded", async () => {
    const { user: admin, token } = await signedInAdmin();
    const someone = await trader();
    await send(create, "POST", token, someone.user.id, { dailyTradeLimit: 1 });
    await tick("4000");
    expect((await open(someone)).status).toBe(201);
    expect((await open(someone)).body.code).toBe("DAILY_TRADE_LIMIT");
    const trades = await prisma.trade.findMany({ where: { userId: someone.user.id } });
    const { body } = await send<{ dailyTradesUsed: number }>(
      resetCount,
      "PUT",
      token,
      someone.user.id,
    );
    expect(body.dailyTradesUsed).toBe(0);
    expect(await prisma.trade.findMany({ where: { userId: someone.user.id } })).toEqual(trades);
    expect((await settingsOf(someone.token)).dailyTradesUsed).toBe(0);
    await tick("4001");
    expect((await open(someone)).status).toBe(201);
    expect((await open(someone)).body.code).toBe("DAILY_TRADE_LIMIT");
    expect((await auditOf(someone.user.id)).at(-1)).toMatchObject({
      action: "user.reset-trade-count",
      actorId: admin.id,
      before: { dailyTradesUsed: 1 },
      after: { dailyTradesUsed: 0 },
    });
  });

  it("is recorded once when two do it at once", async () => {
    const [one, two, user] = [await signedInAdmin(), await signedInAdmin(), await createTestUser()];
    const answers = await Promise.all(
      [one, two].map(({ token }) => send(resetCount, "PUT", token, user.id)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await auditOf(user.id)).toHaveLength(1);
  });
});
