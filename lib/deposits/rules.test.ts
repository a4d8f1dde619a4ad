import { creditMicro } from "./rules";

describe("what a deposit is worth", () => {
  it("is the amount itself at a rate of one", () => {
    expect(creditMicro(12_345_678_900n, 100_000_000n)).toBe(123_456_789n);
  });

  it("rounds half a unit to the even neighbour", () => {
    // 0.0000005, 0.0000015 and 0.0000025 USDT.
    expect(creditMicro(50n, 100_000_000n)).toBe(0n);
    expect(creditMicro(150n, 100_000_000n)).toBe(2n);
    expect(creditMicro(250n, 100_000_000n)).toBe(2n);
  });

  it("rounds everything else to the nearest unit", () => {
    expect(creditMicro(51n, 100_000_000n)).toBe(1n);
    expect(creditMicro(149n, 100_000_000n)).toBe(1n);
    // 0.12345678 BTC at 95,123.45678901 USDT = 11,743.6356776403...
    expect(creditMicro(12_345_678n, 9_512_345_678_901n)).toBe(11_743_635_678n);
  });

  it("loses nothing between large amounts and prices", () => {
    expect(creditMicro(100_000_000_000_000n, 9_999_999_999_999n)).toBe(99_999_999_999_990_000n);
  });
});
