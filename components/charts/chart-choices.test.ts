import { parseChoices } from "./chart-choices";

const START = { look: "candles", hasVolume: false, indicators: [], lines: [] };
const ema = (length: number) => ({ kind: "ema", params: [length] });

it("reads back what was chosen", () => {
  const chosen = {
    look: "area",
    hasVolume: true,
    indicators: [ema(9), ema(26)],
    lines: [{ id: "a", price: 4000 }],
  };
  expect(parseChoices(JSON.stringify(chosen))).toEqual(chosen);
});

it.each([
  null,
  "",
  "{",
  "null",
  "7",
  '"candles"',
  "[]",
  '{"look":"pie","indicators":{"length":3}}',
])("begins anew with %j", (stored) => expect(parseChoices(stored)).toEqual(START));

it("leaves out indicators that it could not draw", () => {
  const indicators = [
    ema(9),
    ema(9),
    ema(1),
    ema(2.5),
    { kind: "ema", params: [9, 9] },
    { kind: "ema", params: ["9"] },
    { kind: "toString", params: [] },
    { kind: "macd", params: [26, 12, 9] },
    { kind: "macd", params: [12, 26, 9] },
    null,
  ];
  expect(parseChoices(JSON.stringify({ indicators })).indicators).toEqual([
    ema(9),
    { kind: "macd", params: [12, 26, 9] },
  ]);
});

it("keeps no more than can be told apart", () => {
  const indicators = Array.from({ length: 9 }, (_, n) => ema(n + 2));
  expect(parseChoices(JSON.stringify({ indicators })).indicators).toHaveLength(6);
});
