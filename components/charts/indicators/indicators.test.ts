import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { firstChoice, type IndicatorChoice, indicatorNames } from "./indicator-rules";
import { followIndicator, type IndicatorValues } from "./indicators";

// The last 600 days of XAU/USD, OANDA bid, to 2019-02-25, from QuantConnect/Lean (Apache-2.0).
const FILE = join(process.cwd(), "recorded/xauusd-1d-2006-2019.csv.gz");
const closes = gunzipSync(readFileSync(FILE))
  .toString()
  .trim()
  .split("\n")
  .slice(-600)
  .map((line) => Number(line.split(",")[4]));

function valuesOf(choice: IndicatorChoice, of: readonly number[]): IndicatorValues[] {
  const { add } = followIndicator(choice);
  return of.map(add);
}

/** What TA-Lib (ta-lib.org) makes of the same closes, by the number of the candle. */
const REFERENCE: [IndicatorChoice, number, number[]][] = [
  [{ kind: "sma", params: [20] }, 19, [1244.50485]],
  [{ kind: "sma", params: [20] }, 400, [1270.68745]],
  [{ kind: "sma", params: [20] }, 599, [1319.04335]],
  [{ kind: "bollinger", params: [20, 2] }, 19, [1265.380166354765, 1244.50485, 1223.6295336452351]],
  [
    { kind: "bollinger", params: [20, 2] },
    599,
    [1338.8177975550484, 1319.04335, 1299.268902444952],
  ],
  [{ kind: "rsi", params: [14] }, 14, [73.37171276740698]],
  [{ kind: "rsi", params: [14] }, 400, [36.53979965277582]],
  [{ kind: "rsi", params: [14] }, 599, [60.70667183561782]],
  // TA-Lib begins an exponential average with a simple one: after so many candles that is no difference any more.
  [{ kind: "ema", params: [9] }, 400, [1255.8576321885846]],
  [{ kind: "ema", params: [9] }, 599, [1326.3005988452908]],
  [
    { kind: "macd", params: [12, 26, 9] },
    400,
    [-12.529060803327638, -11.13484530498068, -1.3942154983469592],
  ],
  [
    { kind: "macd", params: [12, 26, 9] },
    599,
    [8.584035873312132, 8.745417640932502, -0.1613817676203695],
  ],
];

it.each(REFERENCE)("agrees with TA-Lib to 1e-8: %j at %i", (choice, index, expected) => {
  const values = valuesOf(choice, closes)[index];
  expect(values).toHaveLength(expected.length);
  for (const [plot, value] of expected.entries()) {
    expect(Math.abs(values![plot]! - value)).toBeLessThan(1e-8);
  }
});

it("says nothing before as many candles came as an indicator takes", () => {
  const firsts = indicatorNames.map((kind) => [
    kind,
    valuesOf(firstChoice(kind), closes).findIndex((values) => values !== null),
  ]);
  expect(Object.fromEntries(firsts)).toEqual({ sma: 19, ema: 8, bollinger: 19, rsi: 14, macd: 33 });
});

it("comes to the same values however often the running candle moved before it was finished", () => {
  const close = fc.double({ min: 1, max: 10_000, noNaN: true });
  const candles = fc.array(fc.tuple(close, fc.array(close, { maxLength: 3 })), {
    minLength: 1,
    maxLength: 50,
  });
  fc.assert(
    fc.property(fc.constantFrom(...indicatorNames), candles, (kind, moves) => {
      const params = { sma: [3], ema: [3], bollinger: [3, 2], rsi: [3], macd: [2, 4, 3] }[kind];
      const followed = followIndicator({ kind, params });
      const seen = moves.map(([last, before]) => {
        for (const one of before) followed.peek(one);
        return followed.add(last);
      });
      const finals = moves.map(([last]) => last);
      expect(seen).toEqual(valuesOf({ kind, params }, finals));
    }),
    { numRuns: 100 },
  );
});
