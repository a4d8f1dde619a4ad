import { PICTURE_PRICES, type Picture, pictures } from "./picture-rules";

const played = (id: string): Picture => pictures[id]!(PICTURE_PRICES);
const priceAt = ({ at }: { at: number }) => PICTURE_PRICES[at]!;

it.each(["ema-crossover", "mean-reversion"])("%s buys and sells by turns", (id) => {
  const { marks } = played(id);
  expect(marks.length).toBeGreaterThanOrEqual(3);
  expect(marks.map(({ isBuy }) => isBuy)).toEqual(marks.map((_, n) => n % 2 === 0));
});

it("regular purchases never sell, and are equally far apart", () => {
  const { marks } = played("dca");
  expect(marks.every(({ isBuy }) => isBuy)).toBe(true);
  expect(new Set(marks.slice(1).map(({ at }, n) => at - marks[n]!.at)).size).toBe(1);
});

it("the grid sells each lot for more than it paid, and no lot twice", () => {
  const lots: number[] = [];
  const { marks } = played("grid");
  for (const mark of marks) {
    if (mark.isBuy) lots.push(priceAt(mark));
    else expect(priceAt(mark)).toBeGreaterThan(lots.pop() ?? Number.POSITIVE_INFINITY);
  }
  expect(marks.some(({ isBuy }) => !isBuy)).toBe(true);
});
