import fc from "fast-check";
import { at4000, E8, priceOf, quote } from "@/tests/support/exchange/index-quotes";
import {
  computeIndex,
  type IndexState,
  initialIndexState,
  isFurtherThan,
  medianE8,
  midE8,
} from "./rules";

describe("a majority that the counting sources disagree with", () => {
  const sources = (prices: Record<string, number>, now: number) =>
    Object.entries(prices).map(([source, dollars]) => quote(source, dollars, now));

  /** One second after the other; sources of the list come one a second and stay. Returns prices and the last result. */
  function run(state: IndexState, arrivals: [string, number][], seconds: number) {
    const prices: (number | null)[] = [];
    let result = computeIndex(state, [], 0);
    for (let second = 0; second < seconds; second += 1) {
      const now = second * 1_000;
      const present = Object.fromEntries(arrivals.slice(0, second + 1));
      result = computeIndex(second === 0 ? state : result.state, sources(present, now), now);
      prices.push(priceOf(result));
    }
    return { prices, result };
  }

  const four: [string, number][] = ["a", "b", "d", "e"].map((source) => [source, 4000]);

  it("takes the place of a wrong source that was the first to connect", () => {
    const { prices, result } = run(initialIndexState, [["c", 4100], ...four], 320);
    // With "b" two of three disagree, with "d" two of those three count.
    expect(prices.slice(0, 4)).toEqual([4100, 4100, null, 4000]);
    expect(new Set(prices.slice(3))).toEqual(new Set([4000]));
    expect(Object.keys(result.state.dropped)).toEqual(["c"]);
    expect(result.tick?.quotes).toHaveLength(4);
  });

  it("takes the place of a stale book that came back first after an outage", () => {
    const moved = four.map(([source]): [string, number] => [source, 4120]);
    const { prices, result } = run(at4000, [["c", 4000], ...moved], 320);
    expect(prices.slice(0, 4)).toEqual([4000, 4000, null, 4120]);
    expect(new Set(prices.slice(3))).toEqual(new Set([4120]));
    expect(Object.keys(result.state.dropped)).toEqual(["c"]);
  });

  const dropped = Object.fromEntries(four.map(([source]) => [source, { closeSinceMs: null }]));
  const at4100: IndexState = { ...initialIndexState, lastPriceE8: 4100n * E8, dropped };

  it("counts again after a new leader found nobody but dropped ones, or added a source", () => {
    const alone = run(at4100, four, 30);
    expect(alone.prices.slice(0, 16)).toEqual(Array(16).fill(null));
    expect(alone.prices.slice(16)).toEqual(Array(14).fill(4000));
    expect(alone.result.state.dropped).toEqual({});
    const added = run(at4100, [["c", 4100], ["f", 4000], ...four], 30);
    expect(added.prices.at(-1)).toBe(4000);
    expect(Object.keys(added.result.state.dropped)).toEqual(["c"]);
  });

  it("is more than half of all sources, and two exchanges at least", () => {
    const { prices, result } = run(at4100, four.slice(0, 1), 60);
    expect(prices).toEqual(Array(60).fill(null));
    expect(result.withheld).toBe("no_source");
    const twice: [string, number][] = [
      ["a:XAUT/USDT", 4000],
      ["a:XAUT/USDT:USDT", 4000],
    ];
    const list = Object.fromEntries(twice.map(([source]) => [source, { closeSinceMs: null }]));
    const one = run({ ...at4100, dropped: list }, twice, 60);
    expect(one.prices).toEqual(Array(60).fill(null));
    const equal: [string, number][] = [["c", 4100], ["g", 4100], ...four.slice(0, 2)];
    const even = run(at4100, equal, 60);
    expect(even.prices).toEqual(Array(60).fill(4100));
  });

  it("is one also while a source of it that quotes seldom is not fresh, and ends when it stays away", () => {
    const thin = { b: { closeSinceMs: null }, x: { closeSinceMs: null } };
    const prices = (seconds: number, lastOfX: number) => {
      let state: IndexState = { ...at4000, dropped: thin };
      return Array.from({ length: seconds }, (_, second) => {
        const now = second * 1_000;
        // One quote in eight seconds, which is fresh for five.
        const quoted = Math.min(Math.floor(second / 8) * 8_000, lastOfX);
        const all = [quote("c", 4000, now), quote("b", 4120, now), quote("x", 4120, quoted)];
        const result = computeIndex(state, all, now);
        state = result.state;
        return priceOf(result);
      });
    };
    expect(prices(24, 80_000)).toEqual([...Array(16).fill(null), ...Array(8).fill(4120)]);
    const left = prices(40, 0);
    const silentSeconds = left.lastIndexOf(null) + 1;
    // Its last quote was fresh for five seconds, and what it said is remembered for fifteen.
    expect(silentSeconds).toBeGreaterThanOrEqual(20);
    expect(silentSeconds).toBeLessThanOrEqual(21);
    expect(new Set(left.slice(silentSeconds))).toEqual(new Set([4000]));
  });

  it.each([4045, 4060, 4082, 4120])(
    "is not ended by a lone wrong source near their common median: %d",
    (right) => {
      let state: IndexState = {
        ...at4000,
        dropped: { b: { closeSinceMs: null }, x: { closeSinceMs: null } },
      };
      const prices = Array.from({ length: 24 }, (_, second) => {
        const now = second * 1_000;
        const quoted = Math.floor(second / 8) * 8_000;
        const all = [quote("c", 4000, now), quote("b", right, now), quote("x", right, quoted)];
        const result = computeIndex(state, all, now);
        state = result.state;
        return priceOf(result);
      });
      expect(prices).toEqual([...Array(16).fill(null), ...Array(8).fill(right)]);
    },
  );

  it("is none once half of the sources back the index again, however often one of them is not fresh", () => {
    let state: IndexState = {
      ...at4000,
      dropped: { c: { closeSinceMs: null }, e: { closeSinceMs: null } },
    };
    const prices = Array.from({ length: 60 }, (_, second) => {
      const present = { a: 4000, c: 4120, e: 4120, ...(second % 7 === 3 ? {} : { b: 4000 }) };
      const result = computeIndex(state, sources(present, second * 1_000), second * 1_000);
      state = result.state;
      return priceOf(result);
    });
    expect(prices).toEqual(prices.map((_, second) => (second % 7 === 3 ? null : 4000)));
    expect(Object.keys(state.dropped)).toEqual(["c", "e"]);
  });

  it("waits anew when it is one for another price", () => {
    let state: IndexState = {
      ...at4000,
      dropped: Object.fromEntries(["b", "x", "y"].map((name) => [name, { closeSinceMs: null }])),
    };
    const presentAt = (second: number): Record<string, number> => {
      if (second < 2) return { a: 4000, b: 4120, x: 4120 };
      return second < 14 ? { a: 4000 } : { a: 4000, x: 3700, y: 3700 };
    };
    const prices = Array.from({ length: 32 }, (_, second) => {
      const result = computeIndex(
        state,
        sources(presentAt(second), second * 1_000),
        second * 1_000,
      );
      state = result.state;
      return priceOf(result);
    });
    expect(prices).toEqual([...Array(29).fill(null), ...Array(3).fill(3700)]);
  });

  it("is none when the others come while it waits, and must wait anew after that", () => {
    const early = run(at4100, four.slice(0, 2), 15);
    expect(early.result.withheld).toBe("disagreement");
    const joined = { c: 4100, g: 4100, h: 4100, a: 4000, b: 4000 };
    const decided = computeIndex(early.result.state, sources(joined, 15_000), 15_000);
    expect(priceOf(decided)).toBe(4100);
    const again = computeIndex(
      decided.state,
      sources({ c: 4100, a: 4000, b: 4000 }, 16_000),
      16_000,
    );
    expect(again).toMatchObject({ tick: null, withheld: "disagreement", newlyDropped: [] });
  });

  it("is never more than 1% from a recorded price, whatever comes and goes", () => {
    let outvoted = 0;
    const arbitraryPrices = fc.uniqueArray(
      fc.tuple(fc.constantFrom("a", "b", "c", "d", "e"), fc.constantFrom(3950, 4000, 4030, 4100)),
      { selector: ([source]) => source },
    );
    fc.assert(
      fc.property(fc.array(arbitraryPrices, { maxLength: 40 }), (seconds) => {
        let state = initialIndexState;
        seconds.forEach((list, second) => {
          const now = second * 5_100;
          const fresh = sources(Object.fromEntries(list), now);
          const result = computeIndex(state, fresh, now);
          state = result.state;
          if (fresh.length < 2) return;
          const median = medianE8(fresh.map(midE8));
          const near = fresh.filter((each) => !isFurtherThan(midE8(each), median, 10n));
          if (near.length * 2 <= fresh.length || near.length < 2) return;
          if (result.tick === null) outvoted += 1;
          else expect(isFurtherThan(result.tick.priceE8, median, 10n)).toBe(false);
        });
      }),
    );
    expect(outvoted).toBeGreaterThan(0);
  });
});
