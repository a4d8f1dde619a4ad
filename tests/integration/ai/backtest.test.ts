import { POST as backtest } from "@/app/api/trades/ai/backtest/route";
import { GET as tradeSettings } from "@/app/api/trades/trade-settings/route";
import { runBacktest } from "@/lib/ai/backtests";
import { type Backtest, backtestInputSchema } from "@/lib/ai/schema";
import type { TradeSettings } from "@/lib/trading/schema";
import { type ApiResponse, callRoute } from "@/tests/support/api";
import { testDatabase } from "@/tests/support/database";
import {
  aiTrader,
  openMarket,
  resetSettings,
  setSetting,
  storeCandles,
  type TestTrader,
} from "./support";

let owner: TestTrader;
beforeAll(async () => {
  await openMarket();
  owner = await aiTrader();
});
afterEach(resetSettings);

const test = (body: object): Promise<ApiResponse<{ backtest: Backtest }>> =>
  callRoute<{ backtest: Backtest }>(backtest, { token: owner.token, body });

const HOLD = { strategy: "dca", params: { interval: "1h", purchases: 2, every: 1 } };
const flat = (count: number) => Array.from({ length: count }, () => 4000);

it("states its costs, periods and both results", async () => {
  await storeCandles([...flat(60), ...Array.from({ length: 40 }, () => 4400)]);
  const { status, body } = await test({ ...HOLD, amount: "1000" });
  expect(status).toBe(200);
  expect(body.backtest).toMatchObject({
    strategy: "dca",
    name: "Regular purchases (DCA)",
    interval: "1h",
    amount: "1000.000000",
    simulated: false,
    warmUpBars: 0,
    costs: { feeRate: "0.001", slippageRate: "0.000250" },
    whole: { bars: 100 },
    inSample: { bars: 70 },
    outOfSample: { bars: 30 },
  });
  const { whole, inSample, outOfSample, equity } = body.backtest;
  // 999 USDT of gold at 4001, sold at 4398.9 less the fee: 1.097264… times as much.
  expect(whole.buyAndHold.totalReturn).toBeCloseTo((0.999 / 4001) * 4398.9 * 0.999 - 1, 5);
  expect(whole.strategy).toMatchObject({ fills: 2, winRate: 1, profitFactor: null, cagr: null });
  expect(Number(whole.strategy.endValue) - 1000).toBeCloseTo(Number(whole.strategy.profit), 6);
  // The rise is inside the first 70 bars; started afresh in the flat rest only costs are left.
  expect(inSample.strategy.totalReturn).toBeGreaterThan(0.09);
  expect(outOfSample.strategy.totalReturn).toBeCloseTo((0.999 / 4401.1) * 4398.9 * 0.999 - 1, 5);
  expect(inSample.to).toBe(outOfSample.from);
  expect(equity).toHaveLength(100);
  expect(equity.at(-1)).toMatchObject({ at: whole.to, strategy: whole.strategy.endValue });
});

it("loses exactly the costs in a market that stands still", async () => {
  await storeCandles(flat(50));
  const { body } = await test({ ...HOLD, amount: "1000" });
  const { strategy } = body.backtest.whole;
  // Twice 499.5 at 4001 is 0.249686 XAUT, each rounded down; at 3999 that is 998.494314, less a fee of 0.998495.
  expect(strategy.profit).toBe("-2.504181");
  expect([strategy.winRate, strategy.maxDrawdown]).toEqual([0, 0.002504]);
});

it("takes no amount of which no order would be sent", async () => {
  await storeCandles(flat(50));
  const grid = { strategy: "grid", params: { levels: 20 } };
  for (const body of [
    { ...HOLD, amount: "1.999999" },
    { ...grid, amount: "19.999999" },
    { strategy: "ema-crossover", amount: "0.999999" },
  ]) {
    const answer = await test(body);
    expect([answer.status, answer.body.code]).toEqual([422, "VALIDATION"]);
    expect(answer.body.errors?.amount).toHaveLength(1);
  }
  const { body } = await test({ ...HOLD, amount: "2" });
  expect(body.backtest.whole.strategy.fills).toBe(2);
  expect((await test({ ...grid, amount: "20" })).status).toBe(200);
});

it("runs on recorded gold while candles are simulated, or when asked to, and says so", async () => {
  await storeCandles(flat(50));
  await testDatabase().query(
    "UPDATE market_candle SET simulated = true WHERE open_time = (SELECT max(open_time) FROM market_candle)",
  );
  const daily = { ...HOLD, params: { ...HOLD.params, interval: "1d" } };
  const lean = { instrument: "XAU/USD", source: "QuantConnect Lean", licence: "Apache-2.0" };
  expect((await test({ ...HOLD, prices: "site" })).body.backtest).toMatchObject({
    simulated: true,
    recorded: null,
  });
  const { backtest: hours } = (await test(HOLD)).body;
  expect(hours).toMatchObject({ simulated: false, recorded: lean, whole: { bars: 8_000 } });
  await storeCandles(flat(50));
  expect((await test(HOLD)).body.backtest.recorded).toBeNull();
  const { backtest } = (await test({ ...daily, prices: "recorded" })).body;
  expect(backtest).toMatchObject({ simulated: false, recorded: lean, whole: { bars: 3_949 } });
  expect(backtest.whole.from.slice(0, 10)).toBe("2006-03-20");
});

it("uses the site's fee and a spread that is wider than the assumed one", async () => {
  await storeCandles(flat(50));
  await setSetting("manualFeeRate", "0.002");
  await setSetting("manualSpread", "0.01");
  expect((await test(HOLD)).body.backtest.costs).toMatchObject({
    feeRate: "0.002",
    slippageRate: "0.005000",
  });
});

it("leaves out candles that are not closed", async () => {
  await storeCandles(flat(40));
  await testDatabase().query(
    "UPDATE market_candle SET closed = false WHERE open_time >= (SELECT max(open_time) FROM market_candle)",
  );
  expect((await test(HOLD)).body.backtest.whole.bars).toBe(39);
});

it("keeps the equity curve short however long the history is", async () => {
  await storeCandles(flat(1_500));
  const { equity, whole } = (await test(HOLD)).body.backtest;
  expect(equity.length).toBeLessThanOrEqual(120);
  expect([whole.bars, equity.at(-1)?.at]).toEqual([1_500, whole.to]);
});

it("goes by the candles' own times where some are missing", async () => {
  await storeCandles([...flat(400), 4010, 4005, ...Array.from({ length: 398 }, () => 4400)]);
  const before = (await test(HOLD)).body.backtest;
  // Every second candle is gone, but for the first and the last ones.
  await testDatabase().query(
    `DELETE FROM market_candle WHERE extract(hour FROM open_time)::int % 2 = 1
       AND open_time NOT IN (SELECT min(open_time) FROM market_candle UNION SELECT max(open_time) FROM market_candle)`,
  );
  const { whole, equity } = (await test(HOLD)).body.backtest;
  expect([whole.from, whole.to]).toEqual([before.whole.from, before.whole.to]);
  expect(whole.bars).toBeLessThan(405);
  expect(equity.at(-1)?.at).toBe(whole.to);
  const [candles] = await testDatabase().query<{ closes: string[] }>(
    "SELECT array_agg(extract(epoch FROM open_time + interval '1 hour') * 1000) AS closes FROM market_candle",
  );
  const closes = new Set(candles?.closes.map(Number));
  expect(equity.filter(({ at }) => !closes.has(Date.parse(at)))).toEqual([]);
  // The same result over the same 800 hours is the same rate a year.
  const years = (Date.parse(whole.to) - Date.parse(whole.from)) / (365.25 * 86_400_000);
  expect(whole.strategy.cagr).toBeCloseTo((1 + whole.strategy.totalReturn) ** (1 / years) - 1, 4);
});

it("lets others work while it plays the longest history of the slowest strategy", async () => {
  await storeCandles(
    Array.from({ length: 2_000 }, (_, index) => 4000 + 100 * Math.sin(index / 20)),
  );
  let turns = 0;
  let done = false;
  const count = () => {
    turns += 1;
    if (!done) setImmediate(count);
  };
  count();
  const before = turns;
  const { body } = await test({
    strategy: "ema-crossover",
    params: { interval: "1h", fast: 50, slow: 100 },
  });
  done = true;
  expect(body.backtest.warmUpBars).toBe(399);
  // Some hundred milliseconds of work in slices of 15.
  expect(turns - before).toBeGreaterThan(5);
});

it("runs one at a time, and refuses what would wait behind too many", async () => {
  await storeCandles(flat(50));
  const input = backtestInputSchema.parse(HOLD);
  const results = await Promise.allSettled(Array.from({ length: 35 }, () => runBacktest(input)));
  const refused = results.filter(({ status }) => status === "rejected");
  expect(refused.map((result) => (result as PromiseRejectedResult).reason.code)).toEqual(
    Array.from({ length: 4 }, () => "RATE_LIMITED"),
  );
  expect(await runBacktest(input)).toMatchObject({ strategy: "dca" });
});

it("is refused without history, without sense and without a login", async () => {
  await storeCandles(flat(29));
  const short = await test(HOLD);
  expect(`${short.status} ${short.body.code}`).toBe("422 BACKTEST_TOO_SHORT");
  const wrong = await test({ strategy: "grid", params: { levels: 99 } });
  expect([wrong.status, wrong.body.errors]).toEqual([
    422,
    { "params.levels": ["Enter a number from 2 to 20 in steps of 1"] },
  ]);
  expect((await test({ strategy: "oracle" })).status).toBe(422);
  expect((await callRoute(backtest, { body: HOLD })).status).toBe(401);
});

it("is of strategies that trade-settings describe", async () => {
  const { body } = await callRoute<{ settings: TradeSettings }>(tradeSettings, {
    token: owner.token,
  });
  const { strategies, enabled } = body.settings.ai;
  expect(enabled).toBe(true);
  expect(strategies.map(({ id }) => id)).toEqual([
    "ema-crossover",
    "dca",
    "grid",
    "mean-reversion",
  ]);
  for (const { name, description, risk, params } of strategies) {
    expect([name, description, risk].every((text) => text.length > 3)).toBe(true);
    expect(params.interval).toMatchObject({ kind: "choice", label: "Candle length" });
  }
});
