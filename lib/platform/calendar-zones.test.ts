import fc from "fast-check";
import { localTime, momentOf } from "./calendar-zones";

const at = (text: string) => new Date(text);

it.each([
  ["2026-11-27T23:30:00Z", "Asia/Tokyo", "2026-11-28", 8 * 60 + 30],
  ["2026-11-27T02:30:00Z", "America/New_York", "2026-11-26", 21 * 60 + 30],
  ["2026-11-27T00:00:00Z", "UTC", "2026-11-27", 0],
])("at %s clocks of %s show %s and minute %i", (moment, zone, day, minute) => {
  expect(localTime(at(moment), zone)).toEqual({ day: +at(`${day}T00:00:00Z`), minute });
});

it("finds the moment at which clocks show a time, in every zone and at every time", () => {
  const zone = fc.constantFrom(...Intl.supportedValuesOf("timeZone"));
  const minute = fc.integer({ min: Date.UTC(2020, 0) / 60_000, max: Date.UTC(2032, 0) / 60_000 });
  fc.assert(
    fc.property(minute, zone, (minutes, name) => {
      const moment = new Date(minutes * 60_000);
      const local = localTime(moment, name);
      const found = momentOf(local, name);
      expect(localTime(found, name)).toEqual(local);
      expect(+found).toBeLessThanOrEqual(+moment);
    }),
  );
});

it.each([
  ["are put forward over", "2026-03-29", 150, "2026-03-29T01:30:00.000Z"],
  ["are put back over", "2026-10-25", 150, "2026-10-25T00:30:00.000Z"],
])("takes a time that clocks %s once", (_what, day, minute, moment) => {
  const local = { day: +at(`${day}T00:00:00Z`), minute };
  expect(momentOf(local, "Europe/Berlin").toISOString()).toBe(moment);
});
