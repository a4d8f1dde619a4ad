import fc from "fast-check";
import {
  formatDecimal,
  formatMicro,
  formatPriceE8,
  mulDivCeil,
  mulDivFloor,
  mulDivHalfEven,
  parseDecimal,
  parseMicro,
} from "./index";

describe("decimal strings", () => {
  it.each([
    ["12.5", 12_500_000n],
    ["0", 0n],
    ["0.000001", 1n],
    ["-3.2", -3_200_000n],
    ["1.0000000000", 1_000_000n],
  ])("reads %s", (text, micro) => expect(parseMicro(text)).toBe(micro));

  it.each([
    "",
    ".5",
    "5.",
    "1e3",
    "1,5",
    " 1",
    "0x1",
    "1.0000001",
    "1234567890123456",
    "--1",
    "+1",
  ])("refuses %j", (text) => expect(parseMicro(text)).toBeNull());

  it("writes what it reads, for any amount and scale", () => {
    fc.assert(
      fc.property(
        fc.bigInt(-(10n ** 15n) + 1n, 10n ** 15n - 1n),
        fc.integer({ min: 0, max: 8 }),
        (v, d) => {
          expect(parseDecimal(formatDecimal(v, d), d)).toBe(v);
        },
      ),
    );
    expect(formatMicro(-1n)).toBe("-0.000001");
  });

  it("keeps prices at two to eight decimals", () => {
    expect(formatPriceE8(400_248_000_000n)).toBe("4002.48");
    expect(formatPriceE8(400_200_000_000n)).toBe("4002.00");
    expect(formatPriceE8(1n)).toBe("0.00000001");
  });
});

describe("rounding", () => {
  it.each([
    [5n, 1n, 2n, 2n],
    [7n, 1n, 2n, 4n],
    [-5n, 1n, 2n, -2n],
    [-7n, 1n, 2n, -4n],
    [1n, 1n, 3n, 0n],
    [2n, 1n, 3n, 1n],
  ])("%s × %s ÷ %s is %s, half to even", (a, b, divisor, expected) =>
    expect(mulDivHalfEven(a, b, divisor)).toBe(expected),
  );

  it("never differs from the exact quotient by more than half a unit; floor and ceil bracket it", () => {
    const any = fc.bigInt(-(10n ** 20n), 10n ** 20n);
    fc.assert(
      fc.property(any, any, fc.bigInt(1n, 10n ** 12n), (a, b, divisor) => {
        const error = 2n * (mulDivHalfEven(a, b, divisor) * divisor - a * b);
        expect(error <= divisor && -error <= divisor).toBe(true);
        expect(mulDivFloor(a, b, divisor) * divisor <= a * b).toBe(true);
        expect(mulDivCeil(a, b, divisor) * divisor >= a * b).toBe(true);
        expect(mulDivCeil(a, b, divisor) - mulDivFloor(a, b, divisor) <= 1n).toBe(true);
      }),
    );
  });

  it("refuses a divisor that is not positive", () => {
    expect(() => mulDivHalfEven(1n, 1n, 0n)).toThrow(RangeError);
    expect(() => mulDivFloor(1n, 1n, -1n)).toThrow(RangeError);
  });
});
