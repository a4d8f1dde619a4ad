import {
  barReturns,
  cagr,
  figuresOf,
  maxDrawdown,
  profitFactor,
  sharpe,
  sortino,
  totalReturn,
  winRate,
  YEAR_MS,
} from "./metrics";

describe("figures, worked out by hand", () => {
  // 100 → 110 → 99 → 121: returns +10%, −10%, +22.2…%.
  const values = [100, 110, 99, 121];

  it("returns of each bar and in total", () => {
    const returns = barReturns(values);
    expect(returns[0]).toBeCloseTo(0.1, 12);
    expect(returns[1]).toBeCloseTo(-0.1, 12);
    expect(returns[2]).toBeCloseTo(22 / 99, 12);
    expect(totalReturn(100, 121)).toBeCloseTo(0.21, 12);
  });

  it("growth a year: 21% in two years is 10% a year, 10% in half a year is 21%", () => {
    expect(cagr(100, 121, 2 * YEAR_MS)).toBeCloseTo(0.1, 12);
    expect(cagr(100, 110, YEAR_MS / 2)).toBeCloseTo(0.21, 12);
  });

  it("no growth a year from less than 30 days", () => {
    expect(cagr(100, 101, 29 * 86_400_000)).toBeNull();
    expect(cagr(100, 101, 30 * 86_400_000)).not.toBeNull();
  });

  it("the deepest fall: from 110 to 99 is 10%, not from 100", () => {
    expect(maxDrawdown(values)).toBeCloseTo(0.1, 12);
    expect(maxDrawdown([100, 101, 102])).toBe(0);
    expect(maxDrawdown([100, 50, 200, 150])).toBeCloseTo(0.5, 12);
  });

  it("Sharpe: mean 2%, sample deviation 2%, 4 bars a year gives 1 × 2", () => {
    // Returns 0%, 2%, 4%: mean 0.02, squared differences 0.0008 over 2, deviation 0.02.
    expect(sharpe([0, 0.02, 0.04], 4)).toBeCloseTo(2, 12);
    expect(sharpe([0.01, 0.01, 0.01], 4)).toBeNull();
    expect(sharpe([0.01], 4)).toBeNull();
  });

  it("Sortino: mean 1%, downside √(0.0004 / 4) = 1%, 9 bars a year gives 1 × 3", () => {
    expect(sortino([-0.02, 0.02, 0.02, 0.02], 9)).toBeCloseTo(3, 12);
    expect(sortino([0.01, 0.02], 9)).toBeNull();
  });

  it("gains over losses, and the share of sales that gained", () => {
    expect(profitFactor([30n, -10n, 20n, -15n])).toBe(2);
    expect(profitFactor([-10n])).toBe(0);
    expect(profitFactor([10n])).toBeNull();
    expect(profitFactor([])).toBeNull();
    expect(winRate([30n, -10n, 20n, 0n])).toBe(0.5);
    expect(winRate([])).toBeNull();
  });

  it("come together over a track", () => {
    const figures = figuresOf(
      {
        startMicro: 100n,
        equityMicro: [110n, 99n, 121n],
        results: [21n],
        fills: 2,
        feesMicro: 3n,
      },
      YEAR_MS,
    );
    expect(figures).toMatchObject({ endMicro: 121n, profitMicro: 21n, feesMicro: 3n, fills: 2 });
    expect(figures.totalReturn).toBeCloseTo(0.21, 12);
    expect(figures.cagr).toBeCloseTo(0.21, 12);
    expect(figures.maxDrawdown).toBeCloseTo(0.1, 12);
    expect([figures.winRate, figures.profitFactor]).toEqual([1, null]);
  });

  it("are of the time that passed, not of the number of bars", () => {
    const track = {
      startMicro: 100n,
      equityMicro: [110n, 99n, 121n],
      results: [],
      fills: 0,
      feesMicro: 0n,
    };
    const [whole, gappy] = [figuresOf(track, YEAR_MS), figuresOf(track, 2 * YEAR_MS)];
    expect(gappy.cagr).toBeCloseTo(0.1, 12);
    // Half as many bars a year.
    expect(gappy.sharpe).toBeCloseTo((whole.sharpe ?? 0) / Math.SQRT2, 12);
    expect(gappy.sortino).toBeCloseTo((whole.sortino ?? 0) / Math.SQRT2, 12);
  });
});
