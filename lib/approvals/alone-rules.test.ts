import { secondPersonFor } from "./alone-rules";

const rule = {
  threshold: "1000.000000",
  left: "250.000000",
  hasCredited: false,
  planYearlyRateCeiling: "0.30",
};

it.each([
  ["what is left can be moved alone", rule, { usdt: "250.000000" }, "no"],
  ["more can't", rule, { usdt: "250.000001" }, "yes"],
  ["nor what has no price", rule, { usdt: null }, "yes"],
  ["what the screen does not know may not", rule, {}, "maybe"],
  ["a plan above the ceiling can't", rule, { usdt: "1", dailyRate: "0.001" }, "yes"],
  ["one below it can", rule, { usdt: "1", dailyRate: "0.0008" }, "no"],
  ["an address never can", rule, { always: true }, "yes"],
  [
    "whoever credited lets nothing out",
    { ...rule, hasCredited: true },
    { usdt: "1", letsOut: true },
    "yes",
  ],
  ["but may credit more", { ...rule, hasCredited: true }, { usdt: "1" }, "no"],
  ["the rule is off", { ...rule, threshold: "0.000000" }, { usdt: null, always: true }, "no"],
  ["nothing is known of the rule", undefined, { always: true }, "no"],
] as const)("%s", (_what, known, step, expected) => {
  expect(secondPersonFor(known, step)).toBe(expected);
});
