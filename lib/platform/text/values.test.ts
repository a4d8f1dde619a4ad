import { localValue } from "./values";

const NBSP = "\u00a0";

it.each([
  [`1,234.56${NBSP}USDT`, `1.234,56${NBSP}USDT`],
  [`\u22121,234,567.000001${NBSP}XAUT`, `\u22121.234.567,000001${NBSP}XAUT`],
  [`+<0.01${NBSP}USDT`, `+<0,01${NBSP}USDT`],
  ["2,345.60", "2.345,60"],
  ["-5.00", "-5.00"],
  ["82%", `82${NBSP}%`],
  ["0.5%", `0,5${NBSP}%`],
  ["20 Nov 2026, 14:20 UTC", "20. Nov. 2026, 14:20 UTC"],
  ["1 Sept 2026, 04:05:06 GMT+1", "1. Sept. 2026, 04:05:06 GMT+1"],
  ["20 Nov 2026", "20. Nov. 2026"],
  ["November 2026", "November 2026"],
  ["March 2026", "März 2026"],
])("%s is %s in German", (value, words) => {
  expect(localValue(value, "de")).toBe(words);
  expect(localValue(value, "en")).toBe(value);
});

it.each(["1.234,56", "Gold 2026", "Gold", "1,23", "0x12", "2.5.1", "maria", "12", "May"])(
  "what is no number and no time of ours stays: %s",
  (value) => expect(localValue(value, "de")).toBe(value),
);
