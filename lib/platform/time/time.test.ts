import { endOf } from "./index";

it.each([
  ["2026-12-31", "2027-01-01T00:00:00.000Z"],
  ["2026-03-02T10:30:00Z", "2026-03-02T10:30:00.000Z"],
  ["9999-12-31", "9999-12-31T23:59:59.999Z"],
  ["2026-03-02T00:00:00+14:00", "2026-03-01T10:00:00.000Z"],
])("a period until %s ends before %s", (text, end) => {
  expect(endOf(text).toISOString()).toBe(end);
});
