import { quote } from "@/tests/support/exchange/index-quotes";
import { judgeContest, type Sample } from "./contest-rules";
import { computeIndex, type IndexState, initialIndexState, isUsableQuote } from "./rules";

const LIMITS = {
  freshMs: 5_000,
  readmitAfterMs: 300_000,
  outvoteAfterMs: 15_000,
  maxSpreadPpm: 10_000,
};

/** A feed that ticks once a second on what its sources quote, in dollars. */
function startFeed(sources: string[] = ["a", "b"]) {
  let state: IndexState = initialIndexState;
  let samples: Sample[] = [];
  let nowMs = 0;
  /** Another second. Returns whether it is contested. */
  const tick = (...dollars: number[]): boolean => {
    nowMs += 1_000;
    const quotes = dollars.map((price, n) => quote(sources[n]!, price, nowMs));
    const result = computeIndex(state, quotes, nowMs, LIMITS);
    const judged = judgeContest(samples, quotes, result, nowMs, LIMITS);
    state = result.state;
    samples = judged.samples;
    return judged.isContested;
  };
  /** So many seconds of the same prices. Returns how many were contested. */
  const ticks = (seconds: number, ...dollars: number[]): number =>
    Array.from({ length: seconds }, () => tick(...dollars)).filter(Boolean).length;
  return { tick, ticks };
}

it("lets exchanges differ, and move together", () => {
  const { ticks } = startFeed();
  expect(ticks(60, 4000, 4012)).toBe(0);
  expect(ticks(60, 4006, 4018)).toBe(0);
  expect(ticks(60, 3990, 4002)).toBe(0);
});

it.each([
  ["up by 0.02%", 4000.8],
  ["down by 0.02%", 3999.2],
  ["up by 0.5%", 4020],
])("is contested from a move of one source, %s, until the others follow", (_, moved) => {
  const { tick, ticks } = startFeed();
  ticks(60, 4000, 4012);
  expect(ticks(3, moved, 4012)).toBe(3);
  expect(ticks(60, moved, moved + 12)).toBe(0);
  expect(tick(moved, 4012)).toBe(true);
});

it("is contested until the last of several exchanges has followed", () => {
  const { ticks } = startFeed(["a", "b", "c"]);
  ticks(60, 4000, 4012, 3995);
  expect(ticks(1, 4004, 4012, 3995)).toBe(1);
  expect(ticks(2, 4004, 4016, 3995)).toBe(2);
  expect(ticks(10, 4004, 4016, 3999)).toBe(0);
});

it("takes a difference that has stayed for 4 s as a new offset", () => {
  const { ticks } = startFeed();
  ticks(60, 4000, 4012);
  expect(ticks(4, 4004, 4012)).toBe(4);
  expect(ticks(120, 4004, 4012)).toBe(0);
  expect(ticks(4, 4000, 4012)).toBe(4);
});

it("judges nobody by less than 4 s", () => {
  const { tick, ticks } = startFeed();
  ticks(3, 4000, 4012);
  expect(tick(4010, 4012)).toBe(false);
  expect(startFeed(["a"]).ticks(30, 4000)).toBe(0);
});

it("expects as much as a pair has differed by, up to a bound", () => {
  const noise = (size: number) => {
    const { tick, ticks } = startFeed();
    for (let n = 0; n < 60; n++) tick(4000 + size * Math.sin(n * 2.4), 4012);
    return ticks(2, 4002, 4012);
  };
  expect(noise(0.1)).toBe(2);
  expect(noise(1)).toBe(0);
  const { tick, ticks } = startFeed();
  for (let n = 0; n < 60; n++) tick(4000 + 15 * Math.sin(n * 2.4), 4000);
  expect(ticks(1, 4030, 4000)).toBe(1);
});

it("knows a source that jumps between two prices", () => {
  const { tick, ticks } = startFeed();
  const contested = Array.from({ length: 60 }, (_, n) => tick(n % 2 === 0 ? 4000 : 4002, 4012));
  expect(contested.slice(10)).not.toContain(true);
  expect(ticks(1, 4006, 4012)).toBe(1);
});

it("does not forget the offset while one source is ahead most of the time", () => {
  const { tick, ticks } = startFeed();
  ticks(10, 4000, 4012);
  let price = 4000;
  for (let move = 0; move < 12; move++) {
    const before = price;
    price += move % 2 === 0 ? 4 : -4;
    expect(ticks(3, price, before + 12)).toBe(3);
    expect(ticks(2, price, price + 12)).toBe(0);
  }
  expect(tick(price + 1, price + 12)).toBe(true);
});

it("judges a source that was dropped for moving first", () => {
  const { tick } = startFeed();
  for (let n = 0; n < 10; n++) tick(4000, 4000);
  expect(tick(4060, 4000)).toBe(true);
  expect(tick(4060, 4000)).toBe(true);
});

it("is contested while a jump is withheld, and while sources are further apart than the largest spread", () => {
  const alone = startFeed(["a"]);
  alone.ticks(10, 4000);
  expect(alone.tick(4100)).toBe(true);
  expect(alone.tick(4101)).toBe(false);
  const apart = startFeed();
  expect(apart.ticks(60, 4000, 4040)).toBe(0);
  expect(apart.ticks(1, 4000, 4041)).toBe(1);
  expect(apart.ticks(30, 4000, 4041)).toBe(30);
});

it("takes no quote whose bid and ask are too far apart", () => {
  const around = (half: number) => ({
    bidE8: BigInt((4000 - half) * 1e8),
    askE8: BigInt((4000 + half) * 1e8),
  });
  expect(isUsableQuote(around(20), 10_000)).toBe(true);
  expect(isUsableQuote(around(20.01), 10_000)).toBe(false);
  expect(isUsableQuote(around(2000), 10_000)).toBe(false);
  expect(isUsableQuote(around(20.01), 20_000)).toBe(true);
});
