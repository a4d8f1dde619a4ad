import { tickCandles, tickPicture, withTick } from "./tick-rules";

const tick = (atMs: number, price: number) => ({ atMs, price });

it("keeps ticks in the order of their times, each once, and not for ever", () => {
  const ticks = [tick(1, 10), tick(2, 11)];
  expect(withTick(ticks, tick(3, 12))).toEqual([...ticks, tick(3, 12)]);
  expect(withTick(ticks, tick(2, 12))).toBe(ticks);
  expect(withTick(ticks, tick(1, 12))).toBe(ticks);
  const many = Array.from({ length: 1800 }, (_, n) => tick(n, 1));
  const next = withTick(many, tick(1800, 2));
  expect([next.length, next[0], next.at(-1)]).toEqual([1800, tick(1, 1), tick(1800, 2)]);
});

it("draws the stretch of an option, with its entry among the prices", () => {
  const ticks = [tick(0, 1), tick(100, 100), tick(150, 110), tick(200, 90), tick(400, 5)];
  const picture = tickPicture(ticks, { fromMs: 100, toMs: 300, entry: 100 })!;
  expect(picture.points.map(({ x }) => x)).toEqual([0, 0.25, 0.5]);
  expect(picture.nowX).toBe(0.5);
  expect(picture.entryY).toBeCloseTo(0.5);
  const [entry, high, low] = picture.points.map(({ y }) => y);
  expect(entry).toBeCloseTo(picture.entryY);
  expect(high).toBeCloseTo(1 / 12);
  expect(low).toBeCloseTo(11 / 12);
});

it("doesn't blow up a market that stands still, and draws nothing of one tick", () => {
  const span = { fromMs: 0, toMs: 100, entry: 4000 };
  const still = tickPicture([tick(0, 4000), tick(50, 4000.01)], span)!;
  expect(Math.abs((still.points[1]?.y ?? 0) - still.entryY)).toBeLessThan(0.02);
  expect(tickPicture([tick(0, 4000)], span)).toBeNull();
  expect(tickPicture([tick(0, 4000), tick(50, 4000)], { ...span, toMs: 0 })).toBeNull();
});

it("makes one candle of the ticks of a second", () => {
  const ticks = [tick(1_000, 10), tick(1_250, 12), tick(1_900, 9.5), tick(3_000, 11)];
  expect(tickCandles(ticks)).toEqual([
    { time: 1, open: "10", high: "12", low: "9.5", close: "9.5" },
    { time: 3, open: "11", high: "11", low: "11", close: "11" },
  ]);
});
