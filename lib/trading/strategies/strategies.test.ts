import { allStrategies, findStrategy, readParams, strategyOf } from "./registry";
import type { Position, Signal, StrategyCandle, StrategyState } from "./strategy";

const candle = (close: number, index = 0): StrategyCandle => ({
  openTimeMs: index * 3_600_000,
  open: close,
  high: close,
  low: close,
  close,
});

const position = (changes: Partial<Position> = {}): Position => ({
  allocatedMicro: 100_000_000n,
  cashMicro: 100_000_000n,
  holdingMicro: 0n,
  buys: 0,
  sells: 0,
  ...changes,
});

function paramsOf(id: string, input: Record<string, unknown> = {}) {
  const reading = readParams(strategyOf(id), input);
  if (!reading.ok) throw new Error(JSON.stringify(reading.errors));
  return reading.params;
}

const long = position({ cashMicro: 0n, holdingMicro: 25_000n, buys: 1 });

describe("parameters", () => {
  it("have defaults within their own bounds, for every strategy", () => {
    for (const strategy of allStrategies) {
      const reading = readParams(strategy, {});
      expect(reading).toMatchObject({ ok: true });
      for (const [name, field] of Object.entries(strategy.fields)) {
        expect(reading.ok && reading.params[name]).toBe(field.default);
      }
    }
  });

  it.each([
    ["ema-crossover", { fast: 50, slow: 50 }, "params.slow"],
    ["ema-crossover", { fast: 4 }, "params.fast"],
    ["ema-crossover", { fast: 5.5 }, "params.fast"],
    ["grid", { step: 0.55 }, "params.step"],
    ["grid", { levels: Number.NaN }, "params.levels"],
    ["dca", { interval: "5m" }, "params.interval"],
    ["dca", { leverage: 10 }, "params.leverage"],
  ])("refuse what makes no sense: %s %j", (id, input, field) => {
    const reading = readParams(strategyOf(id), input);
    expect(reading.ok ? [] : Object.keys(reading.errors)).toEqual([field]);
  });

  it("accept steps that floating point can't hold exactly", () => {
    expect(readParams(strategyOf("grid"), { step: 0.7 })).toMatchObject({ ok: true });
  });

  it("belong to strategies that exist", () => {
    expect(findStrategy("constructor")).toBeNull();
    expect(() => strategyOf("martingale")).toThrow("no strategy");
  });
});

describe("EMA crossover", () => {
  const params = paramsOf("ema-crossover", { fast: 5, slow: 10 });
  const decide = (closes: number[], of = position()) =>
    strategyOf("ema-crossover").decide({
      params,
      candles: closes.map(candle),
      state: {},
      position: of,
    }).signal;
  const rising = Array.from({ length: 40 }, (_, index) => 4000 + index);
  const falling = [...rising].reverse();

  it("buys with all it has in a rise and sells all in a fall", () => {
    expect(decide(rising)).toMatchObject({ action: "buy", amountMicro: 100_000_000n });
    expect(decide(falling, long)).toMatchObject({ action: "sell", amountMicro: 25_000n });
  });

  it("stays where it is otherwise", () => {
    expect(decide(rising, long)).toBeNull();
    expect(decide(falling)).toBeNull();
    expect(decide(rising.map(() => 4000))).toBeNull();
  });
});

describe("mean reversion", () => {
  const params = paramsOf("mean-reversion", { bandPeriod: 10, rsiPeriod: 5 });
  const decide = (closes: number[], of = position()) =>
    strategyOf("mean-reversion").decide({
      params,
      candles: closes.map(candle),
      state: {},
      position: of,
    }).signal;
  const calm = Array.from({ length: 40 }, (_, index) => 4000 + (index % 2));

  it("buys after a sharp fall and sells when the price is back at its average", () => {
    expect(decide([...calm, 3900])).toMatchObject({ action: "buy", amountMicro: 100_000_000n });
    expect(decide([...calm, 3900, 3950], long)).toBeNull();
    expect(decide([...calm, 3900, 4010], long)).toMatchObject({ action: "sell" });
  });

  it("does nothing in calm markets and while it rises", () => {
    expect(decide(calm)).toBeNull();
    expect(decide([...calm, 4100])).toBeNull();
  });
});

/** Plays closes one by one, counting each order as filled at its close. */
function play(id: string, input: Record<string, unknown>, closes: number[]): (Signal | null)[] {
  const strategy = strategyOf(id);
  let state: StrategyState = {};
  const held = position();
  return closes.map((close) => {
    const decision = strategy.decide({
      params: paramsOf(id, input),
      candles: [candle(close)],
      state,
      position: { ...held },
    });
    state = decision.state;
    const { signal } = decision;
    if (signal?.action === "buy") {
      held.cashMicro -= signal.amountMicro;
      held.holdingMicro += signal.amountMicro / 4000n;
      held.buys += 1;
    } else if (signal) {
      held.cashMicro += signal.amountMicro * 4000n;
      held.holdingMicro -= signal.amountMicro;
      held.sells += 1;
    }
    return signal;
  });
}

const actions = (signals: (Signal | null)[]) => signals.map((signal) => signal?.action ?? "-");

describe("regular purchases", () => {
  it("spend equal parts at every so many candles until the amount is spent", () => {
    const signals = play("dca", { purchases: 3, every: 2 }, [1, 2, 3, 4, 5, 6, 7]);
    expect(actions(signals)).toEqual(["buy", "-", "buy", "-", "buy", "-", "-"]);
    expect(signals.flatMap((signal) => (signal ? [signal.amountMicro] : []))).toEqual([
      33_333_333n,
      33_333_333n,
      33_333_334n,
    ]);
  });

  it("buy at every candle when that is asked for", () => {
    expect(actions(play("dca", { purchases: 2, every: 1 }, [1, 2, 3]))).toEqual([
      "buy",
      "buy",
      "-",
    ]);
  });
});

describe("grid", () => {
  it("buys a lot at each level on the way down and sells each one step higher", () => {
    const closes = [4000, 3970, 3960, 3920, 3919, 3960, 3999, 4000, 4000];
    const signals = play("grid", { levels: 2, step: 1 }, closes);
    expect(actions(signals)).toEqual(["-", "-", "buy", "buy", "-", "sell", "-", "sell", "-"]);
    expect(signals[2]?.amountMicro).toBe(50_000_000n);
  });

  it("moves up with the price while it holds nothing", () => {
    const closes = [4000, 4100, 4200, 4158, 4170, 4200, 4180, 4300, 4257];
    const signals = play("grid", { levels: 2, step: 1 }, closes);
    expect(actions(signals)).toEqual(["-", "-", "-", "buy", "-", "sell", "-", "-", "buy"]);
  });

  it("stays where it is while it holds a lot", () => {
    const signals = play("grid", { levels: 2, step: 1 }, [4000, 3960, 3999, 3960, 3920, 4000]);
    expect(actions(signals)).toEqual(["-", "buy", "-", "-", "buy", "sell"]);
  });

  it("has nothing left to buy with below its last level", () => {
    const signals = play("grid", { levels: 2, step: 1 }, [4000, 3000, 2000, 1000, 500]);
    expect(actions(signals)).toEqual(["-", "buy", "buy", "-", "-"]);
  });
});
