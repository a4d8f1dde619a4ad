import fc from "fast-check";
import { at4000, E8, priceOf, quote } from "@/tests/support/exchange/index-quotes";
import {
  changePercent,
  computeIndex,
  type IndexState,
  initialIndexState,
  isFurtherThan,
  medianE8,
  midE8,
  parseE8,
} from "./rules";

describe("the index price", () => {
  it("is the median of the fresh mids", () => {
    const quotes = [quote("a", 4000), quote("b", 4010), quote("c", 4004)];
    expect(priceOf(computeIndex(initialIndexState, quotes, 0))).toBe(4004);
    expect(priceOf(computeIndex(initialIndexState, quotes.slice(0, 2), 0))).toBe(4005);
  });

  it("counts a quote for five seconds after it was received", () => {
    const quotes = [quote("a", 4000, 0), quote("b", 4010, 1)];
    expect(priceOf(computeIndex(initialIndexState, quotes, 5_000))).toBe(4005);
    expect(priceOf(computeIndex(initialIndexState, quotes, 5_001))).toBe(4010);
    const none = computeIndex(initialIndexState, quotes, 5_002);
    expect(none).toMatchObject({ tick: null, withheld: "no_source" });
  });

  it("ignores crossed and empty quotes", () => {
    const crossed = { source: "x", bidE8: 5000n * E8, askE8: 4000n * E8, receivedMs: 0 };
    const empty = { source: "y", bidE8: 0n, askE8: 4000n * E8, receivedMs: 0 };
    expect(priceOf(computeIndex(initialIndexState, [crossed, empty, quote("a", 4000)], 0))).toBe(
      4000,
    );
  });

  it("survives 2025-10-10: one market printing 3,087 to 4,352 does not move it", () => {
    let state: IndexState = at4000;
    for (const [second, wild] of [3990, 3500, 3087, 4352, 3900].entries()) {
      const now = second * 1_000;
      const quotes = [quote("a", 4000, now), quote("b", 4002, now), quote("wild", wild, now)];
      const result = computeIndex(state, quotes, now);
      expect(priceOf(result)).toBeGreaterThanOrEqual(3990);
      expect(priceOf(result)).toBeLessThanOrEqual(4002);
      state = result.state;
    }
  });
});

describe("an outlier", () => {
  it("is dropped beyond 1%, and kept at exactly 1%", () => {
    const others = [quote("a", 4000), quote("b", 4000)];
    const edge = computeIndex(at4000, [...others, quote("c", 4040)], 0);
    expect(edge.newlyDropped).toEqual([]);
    const beyond = computeIndex(at4000, [...others, quote("c", 4040.01)], 0);
    expect(beyond.newlyDropped).toEqual(["c"]);
    expect(priceOf(beyond)).toBe(4000);
  });

  it("is readmitted after five minutes within 0.5%, counted anew after each excursion", () => {
    const feed = (state: IndexState, dollars: number, now: number) =>
      computeIndex(
        state,
        [quote("a", 4000, now), quote("b", 4000, now), quote("c", dollars, now)],
        now,
      );
    let { state } = feed(at4000, 4100, 0);
    ({ state } = feed(state, 4010, 1_000));
    ({ state } = feed(state, 4021, 200_000));
    ({ state } = feed(state, 4020, 201_000));
    const early = feed(state, 4010, 500_999);
    expect(early.readmitted).toEqual([]);
    const due = feed(early.state, 4010, 501_000);
    expect(due.readmitted).toEqual(["c"]);
    expect(due.tick?.quotes).toHaveLength(3);
  });

  it("is told by the last index price when only two sources are left", () => {
    const result = computeIndex(at4000, [quote("a", 4001), quote("b", 4200)], 0);
    expect(result.newlyDropped).toEqual(["b"]);
    expect(priceOf(result)).toBe(4001);
  });

  it("can't be told when both of two left the last price: no tick, nobody dropped", () => {
    const result = computeIndex(at4000, [quote("a", 4100), quote("b", 4300)], 0);
    expect(result).toMatchObject({ tick: null, withheld: "disagreement", newlyDropped: [] });
  });
});

describe("a jump of more than 0.5%", () => {
  it("waits for a second tick when one source shows it", () => {
    const first = computeIndex(at4000, [quote("a", 4025)], 0);
    expect(first).toMatchObject({ tick: null, withheld: "jump" });
    const second = computeIndex(first.state, [quote("a", 4026, 1_000)], 1_000);
    expect(priceOf(second)).toBe(4026);
  });

  it("is believed at once when two sources show it", () => {
    expect(priceOf(computeIndex(at4000, [quote("a", 4025), quote("b", 4026)], 0))).toBe(4025.5);
  });

  it("has no second source in another symbol of the same exchange", () => {
    const both = (receivedMs: number) => [
      quote("a:XAUT/USDT", 4025, receivedMs),
      quote("a:XAUT/USDT:USDT", 4026, receivedMs),
    ];
    const first = computeIndex(at4000, both(0), 0);
    expect(first).toMatchObject({ tick: null, withheld: "jump" });
    const swap = computeIndex(first.state, both(0).slice(1), 1_000);
    expect(swap).toMatchObject({ tick: null, withheld: "jump" });
    expect(priceOf(computeIndex(swap.state, both(1_500), 2_000))).toBe(4025.5);
  });

  it("is forgotten when the price comes back, and one the other way confirms nothing", () => {
    const up = computeIndex(at4000, [quote("a", 4025)], 0);
    const down = computeIndex(up.state, [quote("a", 3975, 1_000)], 1_000);
    expect(down.withheld).toBe("jump");
    const back = computeIndex(down.state, [quote("a", 4001, 2_000)], 2_000);
    expect(priceOf(back)).toBe(4001);
    expect(computeIndex(back.state, [quote("a", 4030, 3_000)], 3_000).withheld).toBe("jump");
  });

  it("is not confirmed by the quote that showed it, however often that is looked at", () => {
    const alone = [quote("a", 4100, 0)];
    let { state } = computeIndex(at4000, alone, 0);
    for (const now of [1_000, 2_000, 3_000, 4_000, 5_000]) {
      const again = computeIndex(state, alone, now);
      expect(again).toMatchObject({ tick: null, withheld: "jump" });
      state = again.state;
    }
    expect(priceOf(computeIndex(state, [quote("a", 4101, 5_500)], 5_500))).toBe(4101);
  });

  it("is confirmed by another source near it, also once the first is silent", () => {
    const { state } = computeIndex(at4000, [quote("a", 4100, 0)], 0);
    expect(priceOf(computeIndex(state, [quote("b", 4099, 0)], 1_000))).toBe(4099);
  });

  it("is not confirmed by a later quote of another size, which waits in its place", () => {
    const wild = computeIndex(at4000, [quote("a", 4800, 0)], 0);
    const real = computeIndex(wild.state, [quote("a", 4025, 1_000)], 1_000);
    expect(real).toMatchObject({ tick: null, withheld: "jump" });
    expect(priceOf(computeIndex(real.state, [quote("a", 4026, 2_000)], 2_000))).toBe(4026);
  });

  it("is still waiting when its source was silent for a while", () => {
    const first = computeIndex(at4000, [quote("a", 4100, 0)], 0);
    const silent = computeIndex(first.state, [quote("a", 4100, 0)], 6_000);
    expect(silent.withheld).toBe("no_source");
    expect(priceOf(computeIndex(silent.state, [quote("a", 4102, 6_500)], 6_500))).toBe(4102);
  });

  it("never holds a market back for more than two seconds that goes on one way", () => {
    const steps = fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 10, maxLength: 60 });
    fc.assert(
      fc.property(steps, fc.constantFrom(1, -1), (permyriads, side) => {
        let state = at4000;
        let dollars = 4000;
        let lastTickMs = -1_000;
        permyriads.forEach((step, second) => {
          dollars *= 1 + (side * step) / 10_000;
          const now = second * 1_000;
          const result = computeIndex(state, [quote("a", dollars, now)], now);
          if (result.tick !== null) lastTickMs = now;
          expect(now - lastTickMs).toBeLessThanOrEqual(2_000);
          state = result.state;
        });
      }),
    );
  });

  it("of 0.6% each second is recorded every third second by one source, each second by two", () => {
    const recorded = (sources: string[]) => {
      let state = at4000;
      return Array.from({ length: 9 }, (_, second) => {
        const now = second * 1_000;
        const dollars = 4000 * 1.006 ** (second + 1);
        const result = computeIndex(
          state,
          sources.map((source) => quote(source, dollars, now)),
          now,
        );
        state = result.state;
        return result.tick !== null;
      });
    };
    expect(recorded(["a"])).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1].map(Boolean));
    expect(recorded(["a", "b"])).not.toContain(false);
  });

  it("of exactly 0.5% is no jump", () => {
    expect(priceOf(computeIndex(at4000, [quote("a", 4020)], 0))).toBe(4020);
  });
});

describe("whatever the quotes", () => {
  const source = fc.constantFrom("a", "b", "c", "d", "e");
  const receivedMs = fc.integer({ min: 0, max: 10_000 });
  const anyQuote = fc.record({
    source,
    bidE8: fc.bigInt({ min: -5n, max: 10n ** 12n }),
    askE8: fc.bigInt({ min: -5n, max: 10n ** 12n }),
    receivedMs,
  });
  // Two sides drawn apart are hardly ever near enough to be a quote, so most quotes are drawn as a middle and a spread.
  const usualQuote = fc
    .record({
      source,
      bidE8: fc.bigInt({ min: 1n, max: 10n ** 12n }),
      spreadPpm: fc.bigInt({ min: 0n, max: 12_000n }),
      receivedMs,
    })
    .map(({ spreadPpm, ...quote }) => ({
      ...quote,
      askE8: quote.bidE8 + (quote.bidE8 * spreadPpm) / 1_000_000n,
    }));
  const arbitraryQuote = fc.oneof(
    { arbitrary: usualQuote, weight: 4 },
    { arbitrary: anyQuote, weight: 1 },
  );

  it("bid <= price <= ask, all positive, between the quotes used", () => {
    let ticks = 0;
    fc.assert(
      fc.property(fc.uniqueArray(arbitraryQuote, { selector: (q) => q.source }), (quotes) => {
        const { tick } = computeIndex(initialIndexState, quotes, 10_000);
        if (tick === null) return;
        ticks += 1;
        expect(tick.bidE8).toBeGreaterThan(0n);
        expect(tick.bidE8 <= tick.priceE8 && tick.priceE8 <= tick.askE8).toBe(true);
        const mids = tick.quotes.map(midE8).sort((a, b) => (a < b ? -1 : 1));
        expect(tick.priceE8 >= mids[0]! && tick.priceE8 <= mids.at(-1)!).toBe(true);
      }),
    );
    expect(ticks).toBeGreaterThan(0);
  });

  it("no single source of three moves the index beyond the other two", () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 1_000_000 }), (wild) => {
        const quotes = [quote("a", 4000), quote("b", 4008), quote("c", wild / 100)];
        const price = priceOf(computeIndex(at4000, quotes, 0));
        expect(price).toBeGreaterThanOrEqual(4000);
        expect(price).toBeLessThanOrEqual(4008);
      }),
    );
  });
});

describe("arithmetic", () => {
  it("rounds the mean of two half to even", () => {
    expect(medianE8([1n, 2n])).toBe(2n);
    expect(medianE8([2n, 3n])).toBe(2n);
    expect(medianE8([3n, 4n])).toBe(4n);
    expect(() => medianE8([])).toThrow(RangeError);
  });

  it("compares distances exactly", () => {
    expect(isFurtherThan(1010n, 1000n, 10n)).toBe(false);
    expect(isFurtherThan(1011n, 1000n, 10n)).toBe(true);
    expect(isFurtherThan(989n, 1000n, 10n)).toBe(true);
  });

  it("gives changes in percent with two decimals", () => {
    expect(changePercent(4040n, 4000n)).toBe("1.00");
    expect(changePercent(3950n, 4000n)).toBe("-1.25");
    expect(changePercent(4000n, 4000n)).toBe("0.00");
    expect(changePercent(399_999n, 400_000n)).toBe("0.00");
    expect(changePercent(4000n, null)).toBeNull();
  });

  it("reads decimal text, cutting what is finer than 10^-8", () => {
    expect(parseE8("4012.345")).toBe(401_234_500_000n);
    expect(parseE8("0.123456789")).toBe(12_345_678n);
    expect(parseE8("1e3")).toBeNull();
    expect(parseE8("-1")).toBeNull();
    expect(parseE8("")).toBeNull();
  });
});
