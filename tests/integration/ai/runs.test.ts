import { GET as userTrades } from "@/app/api/trades/user/route";
import { runStrategiesOnce } from "@/lib/ai/runner";
import type { UserTradesResponse } from "@/lib/trading/schema";
import { callRoute } from "@/tests/support/api";
import { toldToUsers } from "@/tests/support/told";
import {
  aiTrader,
  aroundRuns,
  closeHour,
  decideAndFill,
  detail,
  money,
  setSetting,
  startedRun,
  stop,
  type TestTrader,
  tick,
  wait,
} from "./support";

aroundRuns();

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

  it("passes over a price that the exchanges did not agree on, and one known before the signal", async () => {
    const owner = await aiTrader();
    const id = await startedRun(owner);
    await closeHour(4000);
    await runStrategiesOnce();
    await tick("4010", { contested: true });
    await tick("4015", { knownForMs: 2_500 });
    await runStrategiesOnce();
    expect((await detail(owner, id)).body.fills).toEqual([]);
    const seq = await tick("4020");
    await runStrategiesOnce();
    expect((await detail(owner, id)).body.fills).toMatchObject([{ entryTickId: seq }]);
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
    const { body } = await callRoute<UserTradesResponse>(userTrades, {
      token: owner.token,
      path: "/api/trades/user?type=ai",
    });
    expect(body.trades).toMatchObject([{ type: "ai", status: "filled", side: "buy" }]);
  });
});

/** What a user was told last. */
const newest = async ({ user }: TestTrader) => {
  const where = { userId: user.id, type: "ai" };
  return (await toldToUsers.findFirstOrThrow({ where, orderBy: { id: "desc" } })).message;
};

describe("stopping a run", () => {
  it("sells its gold at the first price after it and returns everything at once", async () => {
    const owner = await aiTrader();
    const id = await startedRun(owner);
    await closeHour(4000);
    await decideAndFill("4000");
    await tick("9000");
    const { status, body } = await stop(owner, id, async () => {
      await tick("5000", { knownForMs: 1_500 });
      await tick("4000");
    });
    expect(status).toBe(200);
    expect(body.run).toMatchObject({
      status: "stopped",
      cash: "0.000000",
      holding: "0.000000",
      stopReason: "user",
      fills: 2,
    });
    // 9.99 / 4000 is 0.002497 XAUT, rounded down; sold for 9.988 less a fee of 0.009988.
    expect(body.run.returned).toBe("99.978012");
    expect(body.run.pnl).toBe("-0.021988");
    expect(await money(owner)).toBe("999.978012 0.000000 0.000000");
    const last = await toldToUsers.findFirstOrThrow({
      where: { userId: owner.user.id, title: "Strategy run stopped" },
    });
    expect(last.message).toMatch(/result −0\.021988\sUSDT\. No\. \d+\.$/);
  });

  it("says of a result that it is of simulated prices", async () => {
    const owner = await aiTrader();
    const id = await startedRun(owner);
    await closeHour(4000);
    await decideAndFill("4000");
    await tick("4000", { simulated: true });
    await stop(owner, id);
    expect(await newest(owner)).toMatch(
      /result −0\.021988\sUSDT at simulated prices\. No\. \d+\.$/,
    );
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
    for (const said of [body.message, await newest(owner)]) {
      expect(said).toContain("XAUT is sold as soon as there is a fresh price, then everything");
    }
    await closeHour(4000);
    await wait(11);
    await runStrategiesOnce();
    expect((await detail(owner, id)).body.run).toMatchObject({ status: "stopping", fills: 1 });
    // Nobody sells at that tick, now that it is more than 10 s old, but at the next one.
    await tick("4000");
    await runStrategiesOnce();
    expect((await detail(owner, id)).body.run).toMatchObject({ status: "stopped", fills: 2 });
    expect(await money(owner)).toBe("999.978012 0.000000 0.000000");
  });

  it("waits for the house where that can't pay, and says so", async () => {
    const owner = await aiTrader();
    const id = await startedRun(owner);
    await closeHour(4000);
    await decideAndFill("4000");
    // More than all that the house has.
    await tick("9000000000");
    const { status, body } = await stop(owner, id);
    expect([status, body.run.status]).toEqual([200, "stopping"]);
    for (const said of [body.message, await newest(owner)]) {
      expect(said).toContain("XAUT is sold as soon as the house can pay for it, then everything");
    }
    await tick("4000");
    await runStrategiesOnce();
    expect((await detail(owner, id)).body.run).toMatchObject({ status: "stopped", fills: 2 });
  });

  it("is the same a second time, and happens once however often it is asked for", async () => {
    const owner = await aiTrader();
    const id = await startedRun(owner);
    await closeHour(4000);
    await decideAndFill("4000");
    await tick("4000");
    const answers = await Promise.all(Array.from({ length: 5 }, () => stop(owner, id)));
    expect(answers.map(({ body }) => body.run.status)).toEqual(Array(5).fill("stopped"));
    expect(await money(owner)).toBe("999.978012 0.000000 0.000000");
    const told = await toldToUsers.count({
      where: { userId: owner.user.id, title: "Strategy run stopped" },
    });
    expect(told).toBe(1);
  });
});
