import type { UTCTimestamp } from "lightweight-charts";
import { axisTimes, marks } from "./axis-times";

const at = (iso: string) => (Date.parse(iso) / 1000) as UTCTimestamp;
const markIn = (zone: string) => axisTimes(zone).timeScale.tickMarkFormatter;

it("lets each day begin once, at midnight in the zone of the axis", () => {
  const mark = markIn("Asia/Tokyo");
  const shown = [
    mark(at("2026-11-28T15:00:00Z"), marks.time),
    mark(at("2026-11-28T21:00:00Z"), marks.time),
    mark(at("2026-11-29T00:00:00Z"), marks.day),
    mark(at("2026-11-29T15:00:00Z"), marks.time),
  ];
  expect(shown).toEqual(["29 Nov", "06:00", "29 Nov 09:00", "30 Nov"]);
});

it("says day and time there where a month or year of UTC begins", () => {
  const mark = markIn("America/New_York");
  expect(mark(at("2026-12-01T00:00:00Z"), marks.month)).toBe("30 Nov 19:00");
  expect(mark(at("2027-01-01T00:00:00Z"), marks.year)).toBe("31 Dec 19:00");
});

it("marks days, months and years of UTC by their names alone", () => {
  const mark = markIn("UTC");
  expect(mark(at("2026-11-29T06:00:00Z"), marks.time)).toBe("06:00");
  expect(mark(at("2026-11-29T00:00:00Z"), marks.day)).toBe("29 Nov");
  expect(mark(at("2026-12-01T00:00:00Z"), marks.month)).toBe("Dec");
  expect(mark(at("2027-01-01T00:00:00Z"), marks.year)).toBe("2027");
});

it("says the seconds of ticks", () => {
  expect(markIn("Asia/Tokyo")(at("2026-11-29T06:00:05Z"), marks.seconds)).toBe("15:00:05");
});
