import { dayResult, lastHours, worthMicro } from "./user-stats-rules";

const owned = (usdtMicro: bigint, xautMicro = 0n) => ({ usdtMicro, xautMicro });
const E8 = 100_000_000n;

describe("worthMicro", () => {
  it("converts XAUT once, rounding half to even", () => {
    expect(worthMicro(owned(5n, 1n), 250_000_000n)).toBe(7n);
    expect(worthMicro(owned(5n, 1n), 350_000_000n)).toBe(9n);
  });

  it("needs a price only when there is XAUT", () => {
    expect(worthMicro(owned(5n), null)).toBe(5n);
    expect(worthMicro(owned(5n, 1n), null)).toBeNull();
  });
});

describe("lastHours", () => {
  it("gives the 24 full hours up to now, oldest first", () => {
    const hours = lastHours(new Date("2026-11-21T00:59:59.999Z"));
    expect(hours).toHaveLength(24);
    expect(hours[0]!.toISOString()).toBe("2026-11-20T01:00:00.000Z");
    expect(hours.at(-1)!.toISOString()).toBe("2026-11-21T00:00:00.000Z");
  });
});

describe("dayResult", () => {
  const day = {
    start: owned(1_000n),
    inflow: owned(0n),
    startPriceE8: 4_000n * E8,
    nowMicro: 1_100n,
    priceE8: 4_100n * E8,
  };

  it("is what was gained since the start", () => {
    expect(dayResult(day)).toEqual({ changeMicro: 100n, baseMicro: 1_000n });
  });

  it("leaves a deposit out of the gain and counts it as what could gain", () => {
    expect(dayResult({ ...day, inflow: owned(500n) })).toEqual({
      changeMicro: -400n,
      baseMicro: 1_500n,
    });
  });

  it("leaves a withdrawal out of the loss", () => {
    expect(dayResult({ ...day, nowMicro: 600n, inflow: owned(-400n) })).toEqual({
      changeMicro: 0n,
      baseMicro: 1_000n,
    });
  });

  it("counts gold at the price of each moment", () => {
    const gold = { ...day, start: owned(0n, 1n), nowMicro: 4_100n };
    expect(dayResult(gold)).toEqual({ changeMicro: 100n, baseMicro: 4_000n });
    expect(dayResult({ ...gold, startPriceE8: null })).toBeNull();
  });
});
