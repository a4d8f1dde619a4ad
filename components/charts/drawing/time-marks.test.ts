import { layoutOf } from "./layout";
import type { Picture } from "./picture";
import { barsFor, pictureOf } from "./test-picture";
import { timeMarks } from "./time-marks";

const secondsAt = (iso: string) => Date.parse(iso) / 1000;

/** The marks of a chart 600 px wide, of candles of so many seconds. */
function marksOf(
  count: number,
  seconds: number,
  first: string,
  { timeZone = "UTC", ...rest }: Partial<Picture> = {},
) {
  const bars = barsFor(count, { seconds, first: secondsAt(first) });
  const picture: Picture = { ...pictureOf(1), bars, timeZone, ...rest };
  return timeMarks(bars, layoutOf(picture), picture);
}
const textsOf = (...args: Parameters<typeof marksOf>) => marksOf(...args).map(({ text }) => text);

it("lets each day begin once, at midnight in the zone of the axis", () => {
  const hours = [30, 3600, "2026-11-28T12:00:00Z", { spacing: 20 }] as const;
  expect(textsOf(...hours)).toEqual(["18:00", "29 Nov", "06:00", "12:00"]);
  expect(textsOf(30, 3600, "2026-11-28T12:00:00Z", { timeZone: "Asia/Tokyo" })).toEqual([
    "29 Nov",
    "06:00",
    "12:00",
    "18:00",
    "30 Nov",
  ]);
  // Half an hour beside full ones: the candle of 00:30 is the first one of the day there.
  expect(textsOf(30, 3600, "2026-11-28T12:00:00Z", { timeZone: "Asia/Kolkata" })).toContain(
    "29 Nov",
  );
});

it("goes by the clock of the day where it is put forward and back", () => {
  const inNewYork = { timeZone: "America/New_York" };
  // Forward at 2:00 on 8 March, back at 2:00 on 1 November.
  expect(textsOf(30, 3600, "2026-03-08T00:00:00Z", inNewYork)).toEqual([
    "8 Mar",
    "06:00",
    "12:00",
    "18:00",
    "9 Mar",
  ]);
  expect(textsOf(30, 3600, "2026-11-01T00:00:00Z", inNewYork)).toEqual([
    "Nov",
    "06:00",
    "12:00",
    "18:00",
    "2 Nov",
  ]);
});

it("names months and years where they begin", () => {
  expect(textsOf(70, 86_400, "2026-11-20T00:00:00Z")).toEqual(["Dec", "16 Dec", "2027", "16 Jan"]);
});

it("says the seconds of ticks", () => {
  expect(textsOf(20, 1, "2026-11-29T06:00:00Z", { timeZone: "Asia/Tokyo" })).toEqual([
    "15:00:05",
    "15:00:10",
    "15:00:15",
  ]);
});

it("says when a single candle was", () => {
  expect(marksOf(1, 300, "2026-11-29T06:05:00Z")).toEqual([{ x: 300, text: "06:05" }]);
});

it("writes them in the reader's language", () => {
  expect(textsOf(30, 3600, "2026-11-28T12:00:00Z", { locale: "de" })).toContain("29. Nov.");
});

it("keeps the same marks while the chart moves below them, at least their width apart", () => {
  const at = (offset: number) => marksOf(2000, 300, "2026-11-20T00:00:00Z", { offset });
  const [still, moved] = [at(0), at(7)];
  const shift = 7 * 6;
  const shared = moved.filter(({ x }) => x >= shift && x <= 600);
  expect(shared.length).toBeGreaterThan(2);
  for (const { x, text } of shared) {
    expect(still).toContainEqual({ x: expect.closeTo(x - shift, 6), text });
  }
  for (const [index, { x }] of still.entries()) {
    if (index > 0) expect(x - still[index - 1]!.x).toBeGreaterThanOrEqual(72);
  }
});

it("leaves out the lower of two marks that time without candles brings together", () => {
  const bars = barsFor(60, { seconds: 300, first: secondsAt("2026-11-28T20:00:00Z") });
  // From 23:00 on, the candles of the next day.
  for (let index = 36; index < 60; index++) bars.time[index]! += 12 * 3600;
  const picture: Picture = { ...pictureOf(1), bars, spacing: 10 };
  expect(timeMarks(bars, layoutOf(picture), picture).map(({ text }) => text)).toEqual([
    "21:00",
    "22:00",
    "29 Nov",
    "12:00",
  ]);
});
