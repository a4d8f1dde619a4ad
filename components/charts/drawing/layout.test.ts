import fc from "fast-check";
import {
  layoutOf,
  type PaneLayout,
  paneHeights,
  placeAt,
  placeOf,
  sightOf,
  valueAt,
  valueMarks,
  xOf,
  yOf,
} from "./layout";
import { changed, newBars, type Picture } from "./picture";
import { pictureOf } from "./test-picture";

const px = fc.double({ min: 0.01, max: 200, noNaN: true });
const width = fc.integer({ min: 50, max: 2000 });

it("never leaves an empty box at either end, whatever is asked for", () => {
  fc.assert(
    fc.property(
      px,
      fc.double({ min: -50, max: 20_000, noNaN: true }),
      fc.integer({ min: 1, max: 10_000 }),
      width,
      (spacing, offset, count, wide) => {
        const sight = sightOf({ spacing, offset }, count, wide);
        expect(sight.from).toBeGreaterThanOrEqual(-0.5 - 1e-6);
        expect(sight.to).toBeLessThanOrEqual(count - 0.5 + 1e-6);
        expect((sight.to - sight.from) * sight.spacing).toBeCloseTo(wide, 5);
        expect(sight.to - sight.from).toBeGreaterThanOrEqual(Math.min(10, count) - 1e-6);
      },
    ),
  );
});

it("shows all candles as wide as there is room where they are few", () => {
  expect(sightOf({ spacing: 6, offset: 0 }, 1, 600)).toEqual({ from: -0.5, to: 0.5, spacing: 600 });
  expect(sightOf({ spacing: 6, offset: 0 }, 50, 600)).toEqual({
    from: -0.5,
    to: 49.5,
    spacing: 12,
  });
  expect(sightOf({ spacing: 6, offset: 0 }, 1000, 600)).toEqual({
    from: 899.5,
    to: 999.5,
    spacing: 6,
  });
});

it("finds places and values where it has put them", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 99, noNaN: true }), (place) => {
      const layout = layoutOf(pictureOf(100));
      expect(placeAt(layout, xOf(layout, place))).toBeCloseTo(place, 6);
      const pane = layout.panes[0]!;
      const price = 4000 + place;
      expect(valueAt(pane, yOf(pane, price))).toBeCloseTo(price, 6);
    }),
  );
});

it("holds every candle in sight, and a line that is kept in sight, within its pane", () => {
  const level = {
    price: 4500,
    token: "gold-line",
    dash: "solid",
    text: "",
    isKeptInSight: true,
  } as const;
  const picture: Picture = { ...pictureOf(300), hasVolume: true, levels: [level] };
  const layout = layoutOf(picture);
  const pane = layout.panes[0]!;
  const isInside = (value: number) => {
    expect(yOf(pane, value)).toBeGreaterThan(pane.top);
    expect(yOf(pane, value)).toBeLessThan(pane.top + pane.height);
  };
  isInside(4500);
  for (let index = layout.first; index <= layout.last; index++) {
    isInside(picture.bars.high[index]!);
    isInside(picture.bars.low[index]!);
  }
  const far = layoutOf({ ...picture, levels: [{ ...level, isKeptInSight: false }] });
  expect(yOf(far.panes[0]!, 4500)).toBeLessThan(0);
});

it("gives equal prices a height of their own", () => {
  const pane = layoutOf(pictureOf(20, () => 4000)).panes[0]!;
  expect(yOf(pane, 4000)).toBeGreaterThan(pane.top);
  expect(yOf(pane, 4000)).toBeLessThan(pane.top + pane.height);
});

it("shares the height by weights, with no pane too low to be read", () => {
  const panes = [
    { kind: "price", weight: 3 },
    { kind: "rsi", weight: 1 },
  ] as const;
  expect(paneHeights(panes, 400)).toEqual([300, 100]);
  expect(paneHeights([panes[0], { kind: "rsi", weight: 0.01 }], 400)).toEqual([370, 30]);
});

it("marks an axis by round values that are far enough from each other", () => {
  fc.assert(
    fc.property(
      fc.double({ min: -1000, max: 100_000, noNaN: true }),
      fc.double({ min: 0.05, max: 50_000, noNaN: true }),
      fc.integer({ min: 40, max: 1200 }),
      (low, span, height) => {
        const pane: PaneLayout = {
          kind: "price",
          top: 0,
          height,
          bottomValue: low,
          topValue: low + span,
        };
        const marks = valueMarks(pane);
        expect(marks.length).toBeLessThanOrEqual(height / 32 + 1);
        for (const [index, mark] of marks.entries()) {
          // Two decimals are all that the axis writes.
          expect(Math.abs(mark * 100 - Math.round(mark * 100))).toBeLessThan(1e-3);
          if (index > 0) {
            expect(yOf(pane, marks[index - 1]!) - yOf(pane, mark)).toBeGreaterThanOrEqual(31.99);
          }
        }
      },
    ),
  );
});

it("finds the candle of a time, or the last one before it", () => {
  const { bars } = pictureOf(5);
  const at = (index: number) => bars.time[index]!;
  expect(
    [at(0), at(3), at(3) + 1, at(4) + 999, at(0) - 1].map((time) => placeOf(bars, time)),
  ).toEqual([0, 3, 3, 4, -1]);
  expect(placeOf(newBars(0), 1)).toBe(-1);
});

it("puts the running candle after the finished ones, or in the place of the last", () => {
  const picture = pictureOf(3);
  const last = picture.bars.time[2]!;
  const running = { open: 1, high: 2, low: 1, close: 2, volume: 0, values: [] };
  const after = changed(picture, { running: { ...running, time: last + 60 } });
  expect([after.bars.count, after.bars.close[3]]).toEqual([4, 2]);
  const same = changed(pictureOf(3), { running: { ...running, time: last } });
  expect([same.bars.count, same.bars.close[2]]).toEqual([3, 2]);
  const old = changed(pictureOf(3), { running: { ...running, time: last - 60 } });
  expect([old.bars.count, old.bars.close[2]]).not.toContain(2);
});
