import { allStrategies } from "@/lib/trading/strategies/registry";
import { strategyPictures } from "./strategy-pictures";

const { prices, drawings } = strategyPictures;
const marksOf = (id: string) => drawings.find((drawing) => drawing.id === id)!.marks;
const priceAt = ({ at }: { at: number }) => prices[at]!;

it("there is one of each strategy, whose lines are as long as the price", () => {
  expect(drawings.map(({ id }) => id)).toEqual(allStrategies.map(({ id }) => id));
  for (const { lines } of drawings) {
    for (const line of lines) expect(line).toHaveLength(prices.length);
  }
});

it.each(["ema-crossover", "mean-reversion"])("%s buys and sells by turns", (id) => {
  const marks = marksOf(id);
  expect(marks.length).toBeGreaterThanOrEqual(3);
  expect(marks.map(({ isBuy }) => isBuy)).toEqual(marks.map((_, n) => n % 2 === 0));
});

it("regular purchases never sell, and are equally far apart", () => {
  const marks = marksOf("dca");
  expect(marks.every(({ isBuy }) => isBuy)).toBe(true);
  expect(new Set(marks.slice(1).map(({ at }, n) => at - marks[n]!.at)).size).toBe(1);
});

it("the grid sells each lot for more than it paid, and no lot twice", () => {
  const lots: number[] = [];
  const marks = marksOf("grid");
  for (const mark of marks) {
    if (mark.isBuy) lots.push(priceAt(mark));
    else expect(priceAt(mark)).toBeGreaterThan(lots.pop() ?? Number.POSITIVE_INFINITY);
  }
  expect(marks.some(({ isBuy }) => !isBuy)).toBe(true);
});
