import { sameSetting, settingProblems } from "./rules";
import { defaultSettings, type Settings, settingsSchema } from "./schema";

const problems = (changes: Partial<Settings>) =>
  settingProblems({ ...defaultSettings, ...changes }, Object.keys(changes));

it("finds nothing wrong with the defaults", () => {
  expect(settingProblems(defaultSettings, Object.keys(defaultSettings))).toEqual({});
});

it.each<[string, Partial<Settings>, string]>([
  ["a minimum above the maximum", { optionMin: "1000.000001" }, "optionMin"],
  ["a maximum below the minimum", { optionMax: "0.999999" }, "optionMax"],
  ["a spot minimum above its maximum", { manualMin: "60000" }, "manualMin"],
  ["a strategy maximum below its minimum", { aiMax: "10" }, "aiMax"],
  ["a withdrawal minimum above the day's limit", { withdrawalMin: "10001" }, "withdrawalMin"],
  ["a fee that eats the smallest withdrawal", { withdrawalFee: "10" }, "withdrawalFee"],
  [
    "a smallest withdrawal that the fee eats",
    { withdrawalFee: "5", withdrawalMin: "5" },
    "withdrawalFee",
  ],
  ["a referral reward above the fee", { referralRate: "1.000001" }, "referralRate"],
  [
    "a duration twice",
    { optionDurations: [1, 2].map(() => ({ seconds: 30, payoutRate: "0.8" })) },
    "optionDurations",
  ],
])("refuses %s", (_, changes, key) => {
  expect(Object.keys(problems(changes))).toEqual([key]);
});

it("takes the bounds themselves", () => {
  expect(problems({ optionMin: "1000", withdrawalMin: "10000", referralRate: "1" })).toEqual({});
});

it("offers no payout rate at which one option up and one down win together", () => {
  const takes = (payoutRate: string) =>
    settingsSchema.shape.optionDurations.safeParse([{ seconds: 30, payoutRate }]).success;
  expect(["0", "0.000001", "1", "1.000001", "80"].map(takes)).toEqual([
    false,
    true,
    true,
    false,
    false,
  ]);
});

it("does not blame a change for what was wrong before it", () => {
  const settings = { ...defaultSettings, optionMin: "5", optionMax: "1" };
  expect(settingProblems(settings, ["siteName"])).toEqual({});
});

it("compares values, not the order of their members", () => {
  expect(sameSetting({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(true);
  expect(sameSetting([1, 2], [2, 1])).toBe(false);
});
