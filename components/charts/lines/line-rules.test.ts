import fc from "fast-check";
import { distanceTo, moveLine, parseLines, placeOfTime, timeOfPlace } from "./line-rules";

const level = { id: "a", price: 4000 };
const trend = { id: "b", from: { time: 600, price: 4000 }, to: { time: 1200, price: 4010 } };

it("reads back lines, and leaves out what could not be drawn", () => {
  expect(parseLines([level, trend])).toEqual([level, trend]);
  const wrong = [
    null,
    7,
    { price: 4000 },
    { id: "a", price: 1 },
    { id: "c", price: Number.NaN },
    { id: "d", price: -1 },
    { id: "e", price: "4000" },
    { id: "f", from: trend.from },
    { id: "g", from: trend.from, to: trend.from },
    { id: "h", from: trend.from, to: { time: 1.5, price: 1 } },
  ];
  expect(parseLines([level, ...wrong])).toEqual([level]);
  for (const kept of [null, undefined, {}, "lines"]) expect(parseLines(kept)).toEqual([]);
  const many = Array.from({ length: 30 }, (_, n) => ({ id: `${n}`, price: 1 }));
  expect(parseLines(many)).toHaveLength(20);
});

it("moves a line as a whole, or one of its ends", () => {
  const start = { time: 0, price: 10 };
  const end = { time: 60, price: 12.344 };
  expect(moveLine(level, "whole", start, end)).toEqual({ id: "a", price: 4002.34 });
  expect(moveLine(trend, "whole", start, end)).toEqual({
    id: "b",
    from: { time: 660, price: 4002.34 },
    to: { time: 1260, price: 4012.34 },
  });
  expect(moveLine(trend, "to", start, end)).toEqual({
    ...trend,
    to: { time: 1260, price: 4012.34 },
  });
  // An end that would stand above the other stays.
  expect(moveLine(trend, "from", start, { time: 600, price: 10 })).toEqual(trend);
  expect(moveLine(level, "whole", start, { time: 0, price: -9999 })).toEqual({
    id: "a",
    price: 0.01,
  });
});

it("measures to the nearest point of a stretch", () => {
  const [from, to] = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
  ];
  expect(distanceTo({ x: 5, y: 3 }, from, to)).toBe(3);
  expect(distanceTo({ x: 13, y: 4 }, from, to)).toBe(5);
  expect(distanceTo({ x: 3, y: 4 }, from, from)).toBe(5);
});

it("finds the time of every place again, over pauses and beyond both ends", () => {
  const times = [0, 300, 600, 90_000, 90_300];
  expect(placeOfTime(times, 450, 300)).toBe(1.5);
  expect(placeOfTime(times, 45_300, 300)).toBe(2.5);
  expect(placeOfTime(times, -600, 300)).toBe(-2);
  expect(placeOfTime(times, 90_900, 300)).toBe(6);
  fc.assert(
    fc.property(fc.integer({ min: -10_000, max: 200_000 }), (time) => {
      expect(timeOfPlace(times, placeOfTime(times, time, 300), 300)).toBe(time);
    }),
  );
});
