import {
  aggregateCandles,
  bucketStartMs,
  candleIntervals,
  candleOfPrice,
  intervalMs,
  isSoundCandle,
  parseInterval,
  partInGap,
} from "./candle-rules";

describe("intervals", () => {
  it("are read in both spellings and nothing else", () => {
    const short = ["1", "5", "15", "30", "60", "240", "D", "W"];
    expect(short.map(parseInterval)).toEqual([...candleIntervals]);
    expect(candleIntervals.map(parseInterval)).toEqual([...candleIntervals]);
    for (const wrong of ["", "2", "1M", "d", "1D", "60m", "constructor", "5 "]) {
      expect(parseInterval(wrong)).toBeNull();
    }
  });

  it("start weeks on Monday and days at midnight, UTC", () => {
    const sunday = Date.parse("2026-11-22T23:59:59.999Z");
    expect(new Date(bucketStartMs(sunday, "1w")).toISOString()).toBe("2026-11-16T00:00:00.000Z");
    expect(new Date(bucketStartMs(sunday + 1, "1w")).toISOString()).toBe(
      "2026-11-23T00:00:00.000Z",
    );
    expect(new Date(bucketStartMs(sunday, "1d")).toISOString()).toBe("2026-11-22T00:00:00.000Z");
    expect(new Date(bucketStartMs(sunday, "4h")).toISOString()).toBe("2026-11-22T20:00:00.000Z");
  });

  it("nest: a bucket of any length starts where one of each shorter length does", () => {
    const time = Date.parse("2026-03-29T01:17:43Z");
    for (const interval of candleIntervals) {
      const start = bucketStartMs(time, interval);
      expect(time - start).toBeLessThan(intervalMs(interval));
      for (const shorter of candleIntervals.slice(0, candleIntervals.indexOf(interval))) {
        expect(bucketStartMs(start, shorter)).toBe(start);
      }
    }
  });
});

describe("candles", () => {
  const minute = (n: number, price: bigint, volume: bigint) =>
    candleOfPrice(Date.parse("2026-11-23T00:00:00Z") + n * 60_000, price, volume);

  it("are built from shorter ones, leaving out empty buckets", () => {
    const built = aggregateCandles(
      [minute(0, 10n, 1n), minute(2, 15n, 2n), minute(4, 8n, 3n), minute(11, 20n, 4n)],
      "5m",
    );
    expect(built).toEqual([
      {
        openTimeMs: Date.parse("2026-11-23T00:00:00Z"),
        openE8: 10n,
        highE8: 15n,
        lowE8: 8n,
        closeE8: 8n,
        volumeE8: 6n,
      },
      { ...minute(10, 20n, 4n) },
    ]);
  });

  describe("that overlap a stretch in part", () => {
    const hour = { ...minute(0, 50n, 9n), highE8: 99n, lowE8: 1n };
    const openMs = hour.openTimeMs;
    const gap = (from: number, to: number) => ({
      fromMs: openMs + from * 60_000,
      toMs: openMs + to * 60_000,
    });
    const minutes = [-1, 0, 10, 11, 12, 30].map((n) => minute(n, BigInt(40 + n), 1n));

    it("tell of it what its minutes tell, with their own volume", () => {
      expect(partInGap(hour, "1h", minutes, gap(10.5, 12))).toEqual({
        openTimeMs: openMs,
        openE8: 50n,
        highE8: 51n,
        lowE8: 50n,
        closeE8: 51n,
        volumeE8: 9n,
      });
    });

    it("tell the last price before where nobody traded", () => {
      expect(partInGap(hour, "1h", minutes, gap(20, 20.5))).toEqual({
        ...candleOfPrice(openMs, 52n, 9n),
      });
    });

    it("stay whole inside and outside of it, and where the minutes begin too late", () => {
      expect(partInGap(hour, "1h", minutes, gap(-5, 60))).toBe(hour);
      expect(partInGap(hour, "1h", minutes, gap(60, 70))).toBe(hour);
      expect(partInGap(hour, "1h", minutes.slice(2), gap(-5, 12))).toBe(hour);
      expect(partInGap(hour, "1h", [], gap(10, 12))).toBe(hour);
    });
  });

  it("are refused when they can't be", () => {
    const sound = minute(0, 10n, 0n);
    expect(isSoundCandle(sound)).toBe(true);
    expect(isSoundCandle({ ...sound, highE8: 9n })).toBe(false);
    expect(isSoundCandle({ ...sound, lowE8: 0n })).toBe(false);
    expect(isSoundCandle({ ...sound, volumeE8: -1n })).toBe(false);
  });
});
