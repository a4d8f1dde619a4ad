import { nextTellingAt } from "./rules";

it.each([
  ["hourly", "UTC", "2026-11-27T10:00:00Z", "2026-11-27T11:00:00.000Z"],
  ["hourly", "UTC", "2026-11-27T10:59:59Z", "2026-11-27T11:00:00.000Z"],
  ["daily", "UTC", "2026-11-27T07:59:59Z", "2026-11-27T08:00:00.000Z"],
  ["daily", "UTC", "2026-11-27T08:00:00Z", "2026-11-28T08:00:00.000Z"],
  ["daily", "Asia/Tokyo", "2026-11-27T10:00:00Z", "2026-11-27T23:00:00.000Z"],
  ["daily", "America/New_York", "2026-10-31T12:00:00Z", "2026-11-01T13:00:00.000Z"],
  ["at-once", "UTC", "2026-11-27T10:00:00Z", "2026-11-27T10:00:00.000Z"],
] as const)("mails %s in %s after %s at %s", (mode, zone, after, due) => {
  expect(nextTellingAt({ mode, hour: 8, zone }, new Date(after)).toISOString()).toBe(due);
});
