import { priceRandom } from "./random";

const numbers = (seed: number | undefined, seq = 0n) =>
  Array.from({ length: 1_000 }, priceRandom(seed, seq));

it("gives the same numbers again for a seed, others after another tick, and never without one", () => {
  expect(numbers(7)).toEqual(numbers(7));
  expect(numbers(7)).not.toEqual(numbers(7, 1n));
  expect(numbers(undefined)).not.toEqual(numbers(undefined));
});

it.each([undefined, 7])("spreads its numbers evenly below 1: seed %s", (seed) => {
  const drawn = numbers(seed);
  expect(Math.min(...drawn)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...drawn)).toBeLessThan(1);
  expect(drawn.reduce((sum, each) => sum + each, 0) / drawn.length).toBeCloseTo(0.5, 1);
});
