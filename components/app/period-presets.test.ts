import { presetPeriod } from "./period-presets";

it.each([
  ["allTime", undefined, undefined],
  ["today", "2026-03-01", "2026-03-01"],
  ["week", "2026-02-23", "2026-03-01"],
  ["month", "2026-01-31", "2026-03-01"],
  ["thisMonth", "2026-03-01", "2026-03-01"],
  ["year", "2026-01-01", "2026-03-01"],
] as const)("%s", (preset, from, to) =>
  expect(presetPeriod(preset, "2026-03-01")).toEqual({ from, to }),
);
