import { placeLabels } from "./line-labels";

const size = { width: 600, height: 400 };
const widthOf = (text: string) => text.length * 6;
const label = (text: string, y: number) => ({ text, token: "gold-line" as const, y });
const place = (...labels: ReturnType<typeof label>[]) => placeLabels(labels, size, widthOf);

it("puts labels at the left end of their lines", () => {
  expect(place(label("Entry", 100), label("Sell stop", 300))).toEqual([
    { text: "Entry", token: "gold-line", x: 6, y: 100, width: 42, height: 18 },
    { text: "Sell stop", token: "gold-line", x: 6, y: 300, width: 66, height: 18 },
  ]);
});

it("keeps labels of lines at the edges whole", () => {
  expect(place(label("Entry", 2), label("Sell stop", 399)).map(({ y }) => y)).toEqual([10, 390]);
});

it("writes equal entries once, with how many there are", () => {
  expect(place(label("Entry", 100), label("Entry", 100.2), label("Entry", 140))).toMatchObject([
    { text: "Entry × 2", y: 100 },
    { text: "Entry", y: 140 },
  ]);
});

it("puts a label beside those that it would cover", () => {
  const placed = place(label("Entry", 100), label("Average cost", 110), label("Sell stop", 92));
  const [first, second, third] = placed.map(({ x, width }) => [x, x + width] as const);
  expect(second![0]).toBeGreaterThan(first![1]);
  // Far enough from the second in height, but not from the first.
  expect(third![0]).toBeGreaterThan(first![1]);
});

it("leaves the newest candles free, and what is out of sight out", () => {
  const level = Array.from({ length: 9 }, (_, n) => label(`Buy limit ${n}`, 200 + n));
  const placed = place(...level, label("Entry", -3), label("Entry", 401), label("", 50));
  expect(placed.length).toBeLessThan(9);
  expect(Math.max(...placed.map(({ x, width }) => x + width))).toBeLessThanOrEqual(420);
});

it("keeps clear of the legend of a wide chart", () => {
  const [under, below] = placeLabels(
    [label("Entry", 12), label("Entry", 80)],
    { width: 900, height: 400 },
    widthOf,
  );
  expect(under!.x).toBeGreaterThan(300);
  expect(below!.x).toBe(6);
});
