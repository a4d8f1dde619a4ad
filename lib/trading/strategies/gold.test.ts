import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { parseE8 } from "@/lib/market/rules";
import { playBacktest, playBuyAndHold, type TestCandle } from "./backtest";
import { goldResults } from "./gold-rules";
import { readParams, strategyOf } from "./registry";

// XAU/USD, OANDA bid, 2006-03-20 to 2019-02-25, from QuantConnect/Lean (Apache-2.0).
const FILE = join(process.cwd(), "recorded/xauusd-1d-2006-2019.csv.gz");
const START = 1_000_000_000n;
const COSTS = { feePpm: 1_000n, spreadPpm: 500n };

const candles = gunzipSync(readFileSync(FILE))
  .toString()
  .trim()
  .split("\n")
  .slice(1)
  .map((line): TestCandle => {
    const [time, ...prices] = line.split(",");
    const [openE8, highE8, lowE8, closeE8] = prices.slice(0, 4).map((text) => parseE8(text) ?? 0n);
    return { openTimeMs: Number(time), openE8, highE8, lowE8, closeE8 } as TestCandle;
  });

/** Percent gained by the rules and by buying and holding, to the whole number. */
function gains(id: string): { rules: number; held: number } {
  const strategy = strategyOf(id);
  const reading = readParams(strategy, { interval: "1d" });
  if (!reading.ok) throw new Error("no defaults");
  const from = strategy.lookback(reading.params) - 1;
  const input = {
    strategy,
    params: reading.params,
    amountMicro: START,
    candles,
    from,
    costs: COSTS,
  };
  const run = playBacktest(input);
  let step = run.next();
  while (!step.done) step = run.next();
  const percent = (endMicro = 0n) => Math.round(Number(endMicro - START) / 1e7);
  const held = playBuyAndHold(input);
  return { rules: percent(step.value.equityMicro.at(-1)), held: percent(held.equityMicro.at(-1)) };
}

describe("13 years of real daily gold with costs: what /ai-trading and its article say", () => {
  it.each(goldResults.map(({ id, rules, held }) => [id, rules, held] as const))(
    "%s gained %i%%, buying and holding %i%%",
    (id, rules, held) => {
      expect(gains(id)).toEqual({ rules, held });
    },
  );
});
