import { averageCost, costOf, limitPrice, valuePosition } from "./position-rules";

it.each([
  ["0.0005", 4002_00000000n, 3998_00000000n],
  ["0.001", 4004_00000000n, 3996_00000000n],
  ["0.01", 4040_00000000n, 3960_00000000n],
] as const)("agrees to a price worse by up to the tolerance %s", (tolerance, buy, sell) => {
  expect(limitPrice("buy", 4000_00000000n, tolerance)).toBe(buy);
  expect(limitPrice("sell", 4000_00000000n, tolerance)).toBe(sell);
});

it("averages over what is held, and knows no average of nothing", () => {
  expect(averageCost({ quantityMicro: 30_000n, costMicro: 119_000_000n })).toBe(3966_66666667n);
  expect(averageCost({ quantityMicro: 500_000n, costMicro: 2_000_000_000n })).toBe(4000_00000000n);
  expect(averageCost({ quantityMicro: 0n, costMicro: 0n })).toBeNull();
});

it("lets the same share of the cost leave, and all of it with the last unit", () => {
  const position = { quantityMicro: 3n, costMicro: 100n };
  expect(costOf(position, 1n)).toBe(33n);
  expect(costOf(position, 3n)).toBe(100n);
  expect(costOf({ quantityMicro: 0n, costMicro: 7n }, 0n)).toBe(7n);
});

it("tells worth and result at a price", () => {
  expect(
    valuePosition({ quantityMicro: 25_000n, costMicro: 100_000_000n }, 3900_00000000n),
  ).toEqual({ valueMicro: 97_500_000n, pnlMicro: -2_500_000n });
  expect(
    valuePosition({ quantityMicro: 24_969n, costMicro: 100_000_000n }, 3999_00000000n),
  ).toEqual({ valueMicro: 99_851_031n, pnlMicro: -148_969n });
});
