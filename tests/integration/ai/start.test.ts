import { GET as listRuns } from "@/app/api/trades/ai/runs/route";
import { RUNS_PER_PAGE } from "@/lib/ai/client";
import { startRun, stopRun } from "@/lib/ai/mutations";
import { runStrategiesOnce } from "@/lib/ai/runner";
import type { RunList } from "@/lib/ai/schema";
import { SYSTEM_ACTOR } from "@/lib/audit/mutations";
import { dailyTradesUsed } from "@/lib/ledger/options";
import { prisma } from "@/lib/platform/db";
import { userIdOf } from "@/lib/sessions/user-id";
import { resetTradeCount } from "@/lib/trading/config";
import { callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import { answered } from "@/tests/support/fills";
import { asOwner } from "@/tests/support/owner";
import { toldToUsers } from "@/tests/support/told";
import {
  aiTrader,
  aroundRuns,
  closeHour,
  decideAndFill,
  detail,
  money,
  newKey,
  setSetting,
  start,
  startedRun,
  stop,
  storeCandles,
  type TestTrader,
  tick,
  wait,
} from "./support";

aroundRuns();

const nowMs = async (): Promise<number> => {
  const [row] = await testDatabase().query<{ now: Date }>("SELECT app_now() AS now");
  return row?.now.getTime() ?? 0;
};

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
    const notification = await toldToUsers.findFirstOrThrow({
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
    await asOwner().tradeConfig.create({ data: { userId: owner.user.id, aiEnabled: false } });
    expect(await refused(owner)).toBe("403 PRODUCT_DISABLED");
    await setSetting("aiEnabled", false);
    expect(await refused(await aiTrader())).toBe("403 PRODUCT_DISABLED");
  });

  it("is refused while there is no fresh price", async () => {
    const owner = await aiTrader();
    await wait(11);
    expect(await refused(owner)).toBe("503 MARKET_STALE");
    const hasNotAccepted = await aiTrader({ aiRisk: false });
    expect(await refused(hasNotAccepted)).toBe("403 RISK_NOT_ACCEPTED");
    await tick("4000");
    expect((await start(owner)).status).toBe(201);
  });

  it("is refused outside the site's and the user's limits, and beyond the balance", async () => {
    const owner = await aiTrader({ usdt: "60000" });
    expect(await refused(owner, { amount: "49.999999" })).toBe("422 TRADE_AMOUNT_OUT_OF_RANGE");
    expect(await refused(owner, { amount: "50000.000001" })).toBe("422 TRADE_AMOUNT_OUT_OF_RANGE");
    await asOwner().tradeConfig.create({
      data: { userId: owner.user.id, maxAmountMicro: 70_000_000n },
    });
    expect(await refused(owner, { amount: "70.01" })).toBe("422 TRADE_AMOUNT_OUT_OF_RANGE");
    expect(await refused(await aiTrader({ usdt: "99.99" }))).toBe("422 INSUFFICIENT_BALANCE");
  });

  it.each([
    ["an unknown strategy", { strategy: "martingale" }, "strategy"],
    ["an unknown parameter", { params: { stake: 2 } }, "params.stake"],
    ["a parameter out of range", { params: { purchases: 1 } }, "params.purchases"],
    ["a parameter that is no number", { params: { purchases: "3" } }, "params.purchases"],
    ["an interval that is not offered", { params: { interval: "1m" } }, "params.interval"],
    ["zero", { amount: "0" }, "amount"],
    ["purchases of less than 1 USDT", { amount: "50", params: { purchases: 51 } }, "amount"],
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
    expect([again.status, again.body]).toEqual([201, first.body]);
    const other = await start(owner, { amount: "101" }, key);
    expect(`${other.status} ${other.body.code}`).toBe("409 IDEMPOTENCY_CONFLICT");
    expect(await money(owner)).toBe("900.000000 100.000000 0.000000");
  });

  it("answers a repeated key with the run as it was started, also once it has traded and ended", async () => {
    const owner = await aiTrader();
    const key = newKey();
    const first = await start(owner, {}, key);
    await closeHour(4000);
    await decideAndFill("4000");
    expect((await stop(owner, first.body.run.id)).body.run).toMatchObject({
      status: "stopped",
      fills: 2,
    });
    expect((await start(owner, {}, key)).body).toEqual(first.body);
    expect(first.body).toMatchObject({
      available: "900.000000",
      run: { lastCandleAt: "2031-03-01T09:00:00.000Z", nextDecisionAt: "2031-03-01T11:00:00.000Z" },
    });
  });

  it("decides first on the candle that runs when it starts, also before a tick has closed the last one", async () => {
    const owner = await aiTrader();
    const [hour] = await testDatabase().query<{ at: Date }>(
      "SELECT date_trunc('hour', app_now()) + interval '1 hour' AS at",
    );
    const endMs = hour!.at.getTime();
    await tick("4000", { after: (endMs - 1_000 - (await nowMs())) / 1_000 });
    await wait(2);
    const { body } = await start(owner);
    expect(body.run).toMatchObject({
      lastCandleAt: new Date(endMs - 3_600_000).toISOString(),
      nextDecisionAt: new Date(endMs + 3_600_000).toISOString(),
    });
    await tick("4010");
    await testDatabase().query("UPDATE market_head SET gap_at = NULL");
    await decideAndFill("4010");
    expect((await detail(owner, body.run.id)).body).toMatchObject({ signals: [], fills: [] });
  });

  it("names no time while its rules have too little history, but how many candles are missing", async () => {
    const owner = await aiTrader();
    // A slow average of 10 needs 40 candles.
    await storeCandles(Array.from({ length: 38 }, (_, n) => 4000 + n));
    const ema = { strategy: "ema-crossover", params: { interval: "1h", fast: 5, slow: 10 } };
    const key = newKey();
    const { body } = await start(owner, ema, key);
    expect(body.run).toMatchObject({ nextDecisionAt: null, waitsForCandles: 2 });
    const { id } = body.run;
    const { body: other } = await start(owner);
    expect(other.run).toMatchObject({ nextDecisionAt: expect.any(String), waitsForCandles: 0 });
    const list = async () =>
      (await callRoute<RunList>(listRuns, { token: owner.token, path: "/api/trades/ai/runs" })).body
        .runs;
    expect(await list()).toMatchObject([{ waitsForCandles: 0 }, { waitsForCandles: 2 }]);

    await closeHour(4100);
    await runStrategiesOnce();
    const next = new Date(Math.floor((await nowMs()) / 3_600_000 + 1) * 3_600_000).toISOString();
    const waited = (await detail(owner, id)).body;
    expect(waited.run).toMatchObject({ nextDecisionAt: next, waitsForCandles: 0 });
    expect(waited.signals).toEqual([]);
    await closeHour(4110);
    await runStrategiesOnce();
    expect((await detail(owner, id)).body.signals).toHaveLength(1);
    expect((await start(owner, ema, key)).body).toEqual(body);
    await stop(owner, id);
    expect((await detail(owner, id)).body.run).toMatchObject({
      nextDecisionAt: null,
      waitsForCandles: 0,
    });
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

describe("the daily limit", () => {
  const limitedTo = async (dailyTradeLimit: number) => {
    const owner = await aiTrader();
    await asOwner().tradeConfig.create({ data: { userId: owner.user.id, dailyTradeLimit } });
    return owner;
  };
  const buy = (owner: TestTrader) =>
    answered(start(owner, { type: "manual", side: "buy", strategy: undefined, params: undefined }));

  it("lets nobody start a run who may not trade", async () => {
    const owner = await limitedTo(0);
    const { status, body } = await start(owner);
    expect([status, body.code]).toEqual([422, "DAILY_TRADE_LIMIT"]);
    expect(await money(owner)).toBe("1000.000000 0.000000 0.000000");
    await setSetting("dailyTradeLimit", 0);
    expect((await start(await aiTrader())).body.code).toBe("DAILY_TRADE_LIMIT");
  });

  it("counts a run once, with other trades, and none of its fills", async () => {
    const owner = await limitedTo(2);
    await startedRun(owner);
    await closeHour(4000);
    await decideAndFill("4000");
    expect(await dailyTradesUsed(owner.user.id)).toBe(1);
    expect((await buy(owner)).status).toBe(201);
    expect((await start(owner)).body.code).toBe("DAILY_TRADE_LIMIT");
    expect((await buy(owner)).body.code).toBe("DAILY_TRADE_LIMIT");
    await resetTradeCount(SYSTEM_ACTOR, owner.user.id);
    await tick("4000");
    expect((await start(owner)).status).toBe(201);
    expect(await dailyTradesUsed(owner.user.id)).toBe(1);
    await wait(24 * 3_600);
    await tick("4000");
    expect(await dailyTradesUsed(owner.user.id)).toBe(0);
  });

  it("can't be outrun, and a repeated key is answered all the same", async () => {
    const owner = await limitedTo(2);
    const keys = [1, 2, 3, 4].map(newKey);
    const answers = await Promise.all(keys.map((key) => start(owner, {}, key)));
    const statuses = answers.map(({ status }) => status);
    expect([...statuses].sort()).toEqual([201, 201, 422, 422]);
    const again = await Promise.all(keys.map((key) => start(owner, {}, key)));
    expect(again.map(({ status }) => status)).toEqual(statuses);
  });

  it("of the user holds for the version before, too", async () => {
    const owner = await limitedTo(0);
    await expect(
      prisma.$queryRawUnsafe(
        `SELECT * FROM start_strategy_run(NULL, 1, '${newKey()}', sha256('x'), '${owner.user.id}'::uuid, NULL, 'dca',
           '{"interval":"1h","purchases":10,"every":1}', '1h', 100000000::bigint, 1::bigint, 1000000000::bigint, 20)`,
      ),
    ).rejects.toThrow("DAILY_TRADE_LIMIT");
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

  const page = async ({ token }: TestTrader, query = "") => {
    const path = `/api/trades/ai/runs${query}`;
    const { body } = await callRoute<RunList>(listRuns, { token, path });
    return { ...body, ids: body.runs?.map(({ id }) => id) };
  };

  it("shows live runs on the first page and pages those that ended by their end, also while one ends", async () => {
    const owner = await aiTrader();
    const [a, b, c, d] = [
      await startedRun(owner),
      await startedRun(owner),
      await startedRun(owner),
      await startedRun(owner),
    ];
    for (const id of [c, b]) {
      await stop(owner, id);
      await tick("4000");
    }
    const first = await page(owner, "?limit=1");
    expect([first.ids, first.nextCursor]).toEqual([[d, a, b], b]);
    await stop(owner, d);
    const next = await page(owner, `?limit=1&cursor=${b}`);
    expect([next.ids, next.nextCursor]).toEqual([[c], null]);
    expect((await page(owner)).ids).toEqual([a, d, b, c]);
    expect((await page(owner, "?status=stopped&limit=2")).ids).toEqual([d, b]);
    expect((await page(owner, "?status=running")).ids).toEqual([a]);
    for (const cursor of ["nonsense", a, c.replace(/^./, "f")]) {
      expect(await page(owner, `?cursor=${cursor}`)).toMatchObject({ code: "VALIDATION" });
    }
    expect(await page(await aiTrader(), `?cursor=${b}`)).toMatchObject({ code: "VALIDATION" });
  });

  it("shows a live run first, however many started and ended since", async () => {
    const owner = await aiTrader();
    const id = await startedRun(owner);
    const [userId, input] = [owner.user.id, { strategy: "dca", amount: "100" }];
    const trader = { userId, countryIso: owner.user.countryIso };
    for (let n = 0; n < RUNS_PER_PAGE + 1; n++) {
      const { run } = await startRun(
        { ...trader, userId: userIdOf(trader.userId) },
        input,
        newKey(),
      );
      await stopRun(userIdOf(userId), run.id);
    }
    const { ids, nextCursor } = await page(owner, `?limit=${RUNS_PER_PAGE}`);
    expect([ids[0], ids.length]).toEqual([id, RUNS_PER_PAGE + 1]);
    expect((await page(owner, `?cursor=${nextCursor}`)).ids).toHaveLength(1);
  });

  it("is closed to nobody in particular", async () => {
    expect((await callRoute(listRuns)).status).toBe(401);
  });
});
