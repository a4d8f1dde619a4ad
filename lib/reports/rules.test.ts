import { periodsOf, waitAt } from "./rules";

const days = (periods: { from: Date; to: Date }[]) =>
  periods.map(
    ({ from, to }) => `${from.toISOString().slice(0, 10)} ${to.toISOString().slice(0, 10)}`,
  );

it.each([
  ["day", "2024-03-01T23:59:59Z", ["2024-03-01 2024-03-02", "2024-02-29 2024-03-01"]],
  ["week", "2026-11-29T12:00:00Z", ["2026-11-23 2026-11-30", "2026-11-16 2026-11-23"]],
  ["week", "2026-11-30T00:00:00Z", ["2026-11-30 2026-12-07", "2026-11-23 2026-11-30"]],
  ["month", "2026-01-31T12:00:00Z", ["2026-01-01 2026-02-01", "2025-12-01 2026-01-01"]],
] as const)("ends with the %s of %s and goes back from it", (step, until, expected) => {
  expect(days(periodsOf(step, new Date(until), 2))).toEqual(expected);
});

it("has no period before 1970", () => {
  expect(days(periodsOf("month", new Date("1970-01-15"), 3))).toEqual(["1970-01-01 1970-02-01"]);
});

const bucketOf = (seconds: number) => Math.floor(Math.log(seconds) / Math.log(1.05));

it("says to 2.5% how long a share of all waited at the most", () => {
  const waits = Array.from({ length: 100 }, (_, place) => (place + 1) * 60);
  const counts = waits.map((seconds) => ({ bucket: bucketOf(seconds), decisions: 1 }));
  for (const [share, exact] of [
    [0.5, 50 * 60],
    [0.95, 95 * 60],
  ] as const) {
    expect(Math.abs((waitAt(counts, share) ?? 0) / exact - 1)).toBeLessThan(0.026);
  }
  expect(waitAt([], 0.5)).toBeNull();
});
