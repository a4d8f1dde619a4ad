import { MICRO } from "@/lib/platform/money";
import { badCases, togetherOf } from "./case-rules";

const fixed = { type: "fixed", currency: "USDT", durationDays: 30 } as const;
const flexible = { type: "flexible", currency: "XAUT", durationDays: null } as const;

it("returns a fixed saving without profit before its last day, and knows no price of dollars", () => {
  expect(badCases(fixed, 100n * MICRO, 110_000n, null)).toEqual([
    { kind: "early", days: 30, back: 100n * MICRO, worth: 100n * MICRO },
  ]);
});

it("pays a flexible saving the days that are set aside, and values gold at lower prices", () => {
  const at = badCases(flexible, MICRO, 1_000_000n, 4_000n * 10n ** 8n);
  expect(at).toEqual([
    { kind: "unfunded", days: 90, back: 1_030_000n, worth: 4_120_000_000n },
    { kind: "cheaper", percent: 10, back: 1_090_000n, worth: 3_924_000_000n },
    { kind: "cheaper", percent: 30, back: 1_090_000n, worth: 3_052_000_000n },
  ]);
  expect(badCases(flexible, MICRO, 0n, null)).toMatchObject([
    { back: MICRO, worth: null },
    { worth: null },
    { worth: null },
  ]);
});

it("adds savings of both currencies up in either", () => {
  const totals = {
    USDT: { principal: "100.000000", accrued: "0.000001" },
    XAUT: { principal: "0.500000", accrued: "0.000000" },
  };
  expect(togetherOf(totals, "4000")).toEqual({ usdt: "2100.000001", xaut: "0.525000" });
  expect(togetherOf(totals, null)).toBeNull();
});
