import { winInterval } from "./win-rate";

// Worked out by hand from Wilson's formula; the first is the textbook's.
it.each([
  [5, 10, 0.2366, 0.7634],
  [0, 10, 0, 0.2775],
  [10, 10, 0.7225, 1],
  [560, 1_000, 0.5291, 0.5905],
])("holds the chance to win after %s of %s", (won, decided, low, high) => {
  const interval = winInterval(won, decided);
  expect(interval.low).toBeCloseTo(low, 4);
  expect(interval.high).toBeCloseTo(high, 4);
});
