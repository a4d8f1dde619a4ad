import { type Candle, indexOfTime, mergeCandles, summariseCandles, withLive } from "./candle";

const candle = (time: number, open: string, high: string, low: string, close: string): Candle => ({
  time,
  open,
  high,
  low,
  close,
});

const CANDLES = [
  candle(60, "4000.00", "4001.50", "3999.10", "4001.00"),
  candle(120, "4001.00", "4009.9", "4000.2", "4008.00"),
];

it("sums up candles exactly", () => {
  expect(summariseCandles(CANDLES)).toEqual({
    last: "4008.00",
    high: "4009.9",
    low: "3999.10",
    change: "8.00",
    changePercent: "0.2000",
    sinceMs: 60_000,
  });
  expect(summariseCandles([])).toBeNull();
});

it("puts the live candle at its place and ignores an older one", () => {
  const same = candle(120, "4001.00", "4010", "4000.2", "4010");
  const next = candle(180, "4010", "4010", "4010", "4010");
  expect(withLive(CANDLES, same)).toEqual([CANDLES[0], same]);
  expect(withLive(CANDLES, next)).toEqual([...CANDLES, next]);
  expect(withLive(CANDLES, candle(60, "1", "1", "1", "1"))).toBe(CANDLES);
  expect(withLive(CANDLES, null)).toBe(CANDLES);
  expect(withLive([], next)).toEqual([next]);
});

it("makes one candle of many", () => {
  expect(mergeCandles(CANDLES)).toEqual(candle(60, "4000.00", "4009.9", "3999.10", "4008.00"));
  expect(mergeCandles([])).toBeNull();
});

it("finds a candle by its time", () => {
  const all = [60, 120, 180, 300].map((time) => candle(time, "1", "1", "1", "1"));
  expect([60, 120, 180, 300].map((time) => indexOfTime(all, time))).toEqual([0, 1, 2, 3]);
  expect([0, 90, 240, 999].map((time) => indexOfTime(all, time))).toEqual([-1, -1, -1, -1]);
  expect(indexOfTime([], 60)).toBe(-1);
});
