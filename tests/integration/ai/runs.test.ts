import { GET as listRuns } from "@/app/api/trades/ai/runs/route";
import { GET as userTrades } from "@/app/api/trades/user/route";
import { runStrategiesOnce } from "@/lib/ai/runner";
import type { RunList } from "@/lib/ai/schema";
import { verifyLedger } from "@/lib/ledger/verify";
import { prisma } from "@/lib/platform/db";
import type { UserTradesAnswer } from "@/lib/trading/schema";
import { callRoute } from "@/tests/support/api";
import {
  aiTrader,
  closeHour,
  decideAndFill,
  detail,
  endAllRuns,
  money,
  newKey,
  openMarket,
  resetSettings,
  setSetting,
  start,
  startedRun,
  stop,
  storeCandles,
  tick,
  wait,
} from "./support";

beforeAll(openMarket);
beforeEach(async () => {
  await tick("4000");
  await storeCandles([4000]);
});
afterEach(async () => {
  await tick("4000");
  await endAllRuns();
  await resetSettings();
});
afterAll(async () => {
  const { checks } = await verifyLedger();
  expect(checks.filter(({ differences }) => differences > 0)).toEqual([]);
});

describe("starting a run", () => {
  it("moves the amount to the run and says so", async () => {
    const owner = await aiTrader();
    const { status, body } = await start(owner);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      available: "900.000000",
      run: {
        strategy: "dca",
        name: "Regular purchases (DCA)",
        params: { interval: "1h", purchases: 10, every: 1 },
        interval: "1h",
        status: "running",
        allocated: "100.000000",
        cash: "100.000000",
        holding: "0.000000",
        value: "100.000000",
        pnl: "0.000000",
        fills: 0,
        returned: null,
        pending: false,
      },
    });
    expect(await money(owner)).toBe("900.000000 100.000000 0.000000");
    const notification = await prisma.notification.findFirstOrThrow({
      where: { userId: owner.user.id },
    });
    expect(notification).toMatchObject({ type: "ai", title: "Strategy run started" });
  });

  it("takes each strategy's defaults", async () => {
    const owner = await aiTrader();
    for (const strategy of ["ema-crossover", "grid", "mean-reversion"]) {
      const { status, body } = await start(owner, { strategy, params: undefined });
      expect([status, body.run.strategy]).toEqual([201, strategy]);
    }
  });

  const refused = async (
    owner: Awaited<ReturnType<typeof aiTrader>>,
    changes: Record<string, unknown> = {},
  ) => {
    const before = await money(owner);
    const { status, body } = await start(owner, changes);
    expect(await money(owner)).toBe(before);
    return `${status} ${body.code}`;
  };

  it("is refused until the risks of strategies are accepted", async () => {
    expect(await refused(await aiTrader({ aiRisk: false, risk: true }))).toBe(
      "403 RISK_NOT_ACCEPTED",
    );
  });

  it("is refused when the product is off for the site or the user", async () => {
    const owner = await aiTrader();
    await prisma.tradeConfig.create({ data: { userId: owner.user.id, aiEnabled: false } });
    expect(await refused(owner)).toBe("403 PRODUCT_DISABLED");
    await setSetting("aiEnabled", false);
    expect(await refused(await aiTrader())).toBe("403 PRODUCT_DISABLED");
  });

  it("is refused outside the site's and the user's limits, and beyond the balance", async () => {
    const owner = await aiTrader({ usdt: "60000" });
    expect(await refused(owner, { amount: "49.999999" })).toBe("422 TRADE_AMOUNT_OUT_OF_RANGE");
    expect(await refused(owner, { amount: "50000.000001" })).toBe("422 TRADE_AMOUNT_OUT_OF_RANGE");
    await prisma.tradeConfig.create({
      data: { userId: owner.user.id, maxAmountMicro: 70_000_000n },
    });
    expect(await refused(owner, { amount: "70.01" })).toBe("422 TRADE_AMOUNT_OUT_OF_RANGE");
    expect(await refused(await aiTrader({ usdt: "99.99" }))).toBe("422 INSUFFICIENT_BALANCE");
  });

  it.each([
    ["an unknown strategy", { strategy: "martingale" }, "strategy"],
    ["an unknown parameter", { params: { stake: 2 } }, "params"],
    ["a parameter out of range", { params: { purchases: 1 } }, "params.purchases"],
    ["a parameter that is no number", { params: { purchases: "3" } }, "params.purchases"],
    ["an interval that is not offered", { params: { interval: "1m" } }, "params.interval"],
    ["zero", { amount: "0" }, "amount"],
    ["a comma", { amount: "10,5" }, "amount"],
  ])("is refused with %s", async (_what, changes, field) => {
    const owner = await aiTrader();
    const { status, body } = await start(owner, changes);
    expect([status, body.code, Object.keys(body.errors ?? {})]).toEqual([
      422,
      "VALIDATION",
      [field],
    ]);
    expect(await money(owner)).toBe("1000.000000 0.000000 0.000000");
  });

  it("answers a repeated key as the first time, also after the rules changed", async () => {
    const owner = await aiTrader();
    const key = newKey();
    const first = await start(owner, {}, key);
    await setSetting("aiEnabled", false);
    const again = await start(owner, {}, key);
    expect([again.status, again.body.run.id]).toEqual([201, first.body.run.id]);
    const other = await start(owner, { amount: "101" }, key);
    expect(`${other.status} ${other.body.code}`).toBe("409 IDEMPOTENCY_CONFLICT");
    expect(await money(owner)).toBe("900.000000 100.000000 0.000000");
  });

  it("starts one run however often the same request is sent at once", async () => {
    const owner = await aiTrader();
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 6 }, () => start(owner, {}, key)));
    expect(new Set(answers.map(({ body }) => body.run.id)).size).toBe(1);
    expect(await money(owner)).toBe("900.000000 100.000000 0.000000");
  });

  it("allows twenty runs at once, counted exactly", async () => {
    const owner = await aiTrader({ usdt: "2000" });
    const answers = await Promise.all(
      Array.from({ length: 22 }, () => start(owner, { amount: "50" })),
    );
    const codes = answers.map(({ status, body }) => (status === 201 ? "started" : body.code));
    expect(codes.filter((code) => code === "started")).toHaveLength(20);
    expect(codes.filter((code) => code === "TOO_MANY_RUNS")).toHaveLength(2);
  });
});

describe("a run", () => {
  it("trades at the first price recorded after its signal, with the fee of spot trades", async () => {
    const owner = await aiTrader();
    const id = await startedRun(owner);
    await closeHour(4000);
    await runStrategiesOnce();
    const waiting = await detail(owner, id);
    expect(waiting.body.run).toMatchObject({ pending: true, cash: "100.000000" });
    expect(waiting.body.signals).toMatchObject([
      {
        action: "buy",
        amount: "10.000000",
        currency: "USDT",
        status: "pending",
        reason: "Purchase 1 of 10 after the close at 4,000.00",
        tradeId: null,
      },
    ]);
    // No price yet: nothing happens however often the job looks.
    await runStrategiesOnce();
    expect((await detail(owner, id)).body.fills).toEqual([]);

    const seq = await tick("4010");
    await tick("4020", { after: 3 });
    await runStrategiesOnce();
    const { body } = await detail(owner, id);
    // 10 USDT less the fee of 0.01, at 4010: 9.99 / 4010.
    expect(body.fills).toMatchObject([
      {
        type: "ai",
        status: "filled",
        side: "buy",
        amount: "10.000000",
        fee: "0.010000",
        entryPrice: "4010.00",
        entryTickId: seq,
      },
    ]);
    expect(body.signals[0]).toMatchObject({ status: "filled", tradeId: body.fills[0]?.id });
    expect(body.run).toMatchObject({
      cash: "90.000000",
      holding: "0.002491",
      fees: "0.010000",
      fills: 1,
      pending: false,
    });
    expect(await money(owner)).toBe("900.000000 90.000000 0.002491");
  });

  it("lets a signal lapse when no price comes within a minute, and says so", async () => {
    const owner = await aiTrader();
    const id = await startedRun(owner);
    await closeHour(4000);
    await runStrategiesOnce();
    await wait(60.001);
    await runStrategiesOnce();
    const { body } = await detail(owner, id);
    expect(body.signals).toMatchObject([
      { status: "lapsed", note: "There was no price within 60 s", tradeId: null },
    ]);
    expect(body.run).toMatchObject({ cash: "100.000000", pending: false });
  });

  it("does not trade on a price that has grown old before anybody filled it", async () => {
    const owner = await aiTrader();
    const id = await startedRun(owner);
    await closeHour(4000);
    await runStrategiesOnce();
    await tick("4000");
    await tick("4100", { after: 11 });
    await runStrategiesOnce();
    const { body } = await detail(owner, id);
    expect(body.signals[0]).toMatchObject({ status: "lapsed" });
    expect(body.fills).toEqual([]);
  });

  it("handles candles that it missed without trading on them", async () => {
    const owner = await aiTrader();
    const id = await startedRun(owner);
    for (const close of [4000, 4001, 4002]) await closeHour(close);
    await decideAndFill("4000");
    const { body } = await detail(owner, id);
    expect(body.signals.map(({ status, note }) => note ?? status)).toEqual([
      "filled",
      "The candle was seen too late",
      "The candle was seen too late",
    ]);
    expect(body.run.fills).toBe(1);
  });

  it("spends no more when purchases are switched off, but still sells", async () => {
    const owner = await aiTrader();
    const id = await startedRun(owner, {
      strategy: "grid",
      params: { interval: "1h", levels: 2, step: 1 },
    });
    await closeHour(4000);
    await decideAndFill("4000");
    await closeHour(3950);
    await decideAndFill("3950");
    expect((await detail(owner, id)).body.run.fills).toBe(1);
    await setSetting("aiEnabled", false);
    await closeHour(3900);
    await decideAndFill("3900");
    expect((await detail(owner, id)).body.signals[0]).toMatchObject({
      action: "buy",
      status: "lapsed",
      note: "Purchases are switched off for this account",
    });
    await closeHour(4010);
    await decideAndFill("4010");
    expect((await detail(owner, id)).body.signals[0]).toMatchObject({
      action: "sell",
      status: "filled",
    });
    expect((await detail(owner, id)).body.run).toMatchObject({ holding: "0.000000", fills: 2 });
  });

  it("shows its fills among the user's trades", async () => {
    const owner = await aiTrader();
    await startedRun(owner);
    await closeHour(4000);
    await decideAndFill("4000");
    const { body } = await callRoute<UserTradesAnswer>(userTrades, {
      token: owner.token,
      path: "/api/trades/user?type=ai",
    });
    expect(body.trades).toMatchObject([{ type: "ai", status: "filled", side: "buy" }]);
  });
});

describe("stopping a run", () => {
  it("sells its gold at the newest price and returns everything at once", async () => {
    const owner = await aiTrader();
    const id = await startedRun(owner);
    await closeHour(4000);
    await decideAndFill("4000");
    await tick("4000");
    const { status, body } = await stop(owner, id);
    expect(status).toBe(200);
    expect(body.run).toMatchObject({
      status: "stopped",
      cash: "0.000000",
      holding: "0.000000",
      stopReason: "user",
      fills: 2,
    });
    // 9.99 / 4000 is 0.002498 XAUT, half to even; sold for 9.992 less a fee of 0.009992.
    expect(body.run.returned).toBe("99.982008");
    expect(body.run.pnl).toBe("-0.017992");
    expect(await money(owner)).toBe("999.982008 0.000000 0.000000");
    const last = await prisma.notification.findFirstOrThrow({
      where: { userId: owner.user.id, title: "Strategy run stopped" },
    });
    expect(last.message).toContain("result −0.017992");
  });

  it("works at once for a run that holds nothing, whatever the market does", async () => {
    const owner = await aiTrader();
    const id = await startedRun(owner);
    await wait(60);
    expect((await stop(owner, id)).body.run).toMatchObject({
      status: "stopped",
      returned: "100.000000",
    });
    expect(await money(owner)).toBe("1000.000000 0.000000 0.000000");
  });

  it("lapses a signal that waits for its price", async () => {
    const owner = await aiTrader();
    const id = await startedRun(owner);
    await closeHour(4000);
    await runStrategiesOnce();
    await stop(owner, id);
    await tick("4000");
    await runStrategiesOnce();
    const { body } = await detail(owner, id);
    expect(body.signals).toMatchObject([{ status: "lapsed", note: "The run was stopped" }]);
    expect(await money(owner)).toBe("1000.000000 0.000000 0.000000");
  });

  it("without a fresh price ends the trading at once and sells as soon as there is one", async () => {
    const owner = await aiTrader();
    const id = await startedRun(owner);
    await closeHour(4000);
    await decideAndFill("4000");
    await wait(11);
    const { status, body } = await stop(owner, id);
    expect([status, body.run.status]).toEqual([200, "stopping"]);
    await closeHour(4000);
    await runStrategiesOnce();
    expect((await detail(owner, id)).body.run).toMatchObject({ status: "stopping", fills: 1 });
    await tick("4000");
    await runStrategiesOnce();
    expect((await detail(owner, id)).body.run).toMatchObject({ status: "stopped", fills: 2 });
    expect(await money(owner)).toBe("999.982008 0.000000 0.000000");
  });

  it("is the same a second time, and happens once however often it is asked for", async () => {
    const owner = await aiTrader();
    const id = await startedRun(owner);
    await closeHour(4000);
    await decideAndFill("4000");
    await tick("4000");
    const answers = await Promise.all(Array.from({ length: 5 }, () => stop(owner, id)));
    expect(answers.map(({ body }) => body.run.status)).toEqual(Array(5).fill("stopped"));
    expect(await money(owner)).toBe("999.982008 0.000000 0.000000");
    const told = await prisma.notification.count({
      where: { userId: owner.user.id, title: "Strategy run stopped" },
    });
    expect(told).toBe(1);
  });
});

describe("whose run it is", () => {
  it("shows, lists and stops only one's own", async () => {
    const [owner, other] = [await aiTrader(), await aiTrader()];
    const id = await startedRun(owner);
    expect((await detail(other, id)).status).toBe(404);
    expect((await stop(other, id)).status).toBe(404);
    expect((await stop(owner, "not-an-id")).status).toBe(404);
    const list = (token: string, query = "") =>
      callRoute<RunList>(listRuns, { token, path: `/api/trades/ai/runs${query}` });
    expect((await list(other.token)).body.runs).toEqual([]);
    expect((await list(owner.token)).body.runs.map((run) => run.id)).toEqual([id]);
  });

  it("pages newest first and filters by status", async () => {
    const owner = await aiTrader();
    const ids = [await startedRun(owner), await startedRun(owner), await startedRun(owner)];
    await stop(owner, ids[1] ?? "");
    const list = async (query: string) => {
      const path = `/api/trades/ai/runs${query}`;
      return (await callRoute<RunList>(listRuns, { token: owner.token, path })).body;
    };
    const first = await list("?limit=2");
    expect(first.runs.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
    const next = await list(`?limit=2&cursor=${first.nextCursor}`);
    expect([next.runs.map(({ id }) => id), next.nextCursor]).toEqual([[ids[0]], null]);
    expect((await list("?status=stopped")).runs.map(({ id }) => id)).toEqual([ids[1]]);
    expect(await list("?cursor=nonsense")).toMatchObject({ code: "VALIDATION" });
  });

  it("is closed to nobody in particular", async () => {
    expect((await callRoute(listRuns)).status).toBe(401);
  });
});
