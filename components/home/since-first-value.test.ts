import { firstPeriod, sinceFirstValue } from "./since-first-value";

const line = (...values: (string | null)[]) => values.map((value) => ({ value }));

it("begins where something was first owned", () => {
  const points = line("0.000000", "0.000000", "500.000000", "510.000000");
  expect(sinceFirstValue(points)).toEqual(points.slice(2));
});

it("keeps what an account came to later, down to nothing", () => {
  const points = line("500.000000", "0.000000", "20.000000");
  expect(sinceFirstValue(points)).toEqual(points);
});

it("begins with gold that had no price yet", () => {
  const points = line("0.000000", null, "20.000000");
  expect(sinceFirstValue(points)).toEqual(points.slice(1));
});

it("keeps the step of an account whose money came just now", () => {
  const points = line("0.000000", "500.000000");
  expect(sinceFirstValue(points)).toEqual(points);
});

it.each([
  ["2026-11-29T09:00:00Z", "day"],
  ["2026-11-25T09:00:00Z", "week"],
  ["2026-01-01T00:00:00Z", "month"],
  [null, "day"],
] as const)("begins with what an account that was funded at %s fills: the %s", (at, period) => {
  expect(firstPeriod(at, Date.parse("2026-11-29T10:00:00Z"))).toBe(period);
});
