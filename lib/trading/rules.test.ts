import fc from "fast-check";
import { MICRO } from "@/lib/platform/money";
import { defaultSettings } from "@/lib/settings/schema";
import { breakEvenRate, mergeLimits, optionGain, ratePpm, type TradeLimits } from "./rules";

describe("payout", () => {
  it.each([
    [100n * MICRO, "0.85", 85n * MICRO],
    [1n, "0.5", 0n],
    [3n, "0.5", 2n],
    [1n, "0.82", 1n],
    [1_234_567n, "0.88", 1_086_419n],
  ])("on %s at %s is %s, half to even", (stake, rate, gain) => {
    expect(optionGain(stake, ratePpm(rate))).toBe(gain);
  });

  it("is never further than half a unit from the exact product", () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 15n), fc.bigInt(0n, 10_000_000n), (stake, ppm) => {
        const error = optionGain(stake, ppm) * 1_000_000n - stake * ppm;
        return error <= 500_000n && error >= -500_000n;
      }),
    );
  });

  it("refuses what is no rate", () => {
    expect(() => ratePpm("-0.1")).toThrow(RangeError);
    expect(() => ratePpm("0.1234567")).toThrow(RangeError);
  });
});

it.each([
  ["0.80", "0.555556"],
  ["0.82", "0.549451"],
  ["0.88", "0.531915"],
  ["1", "0.500000"],
  ["0", "1.000000"],
])("at a payout of %s one breaks even with %s won", (rate, share) => {
  expect(breakEvenRate(rate)).toBe(share);
});

describe("limits", () => {
  const none: TradeLimits = {
    optionEnabled: null,
    manualEnabled: null,
    aiEnabled: null,
    minAmountMicro: null,
    maxAmountMicro: null,
    dailyTradeLimit: null,
  };
  const merge = (own: Partial<TradeLimits> | null, settings = {}, country = "AR") =>
    mergeLimits({ ...defaultSettings, ...settings }, own && { ...none, ...own }, country);

  it("are the site's without own ones", () => {
    const site = { enabled: true, minMicro: 1n * MICRO, maxMicro: 1000n * MICRO };
    expect(merge(null).option).toEqual(site);
    expect(merge({}).option).toEqual(site);
    expect(merge({}).dailyTradeLimit).toBe(100);
  });

  it("only narrow", () => {
    const narrow = merge({
      minAmountMicro: 2n * MICRO,
      maxAmountMicro: 9n * MICRO,
      dailyTradeLimit: 3,
    });
    expect(narrow.option).toMatchObject({ minMicro: 2n * MICRO, maxMicro: 9n * MICRO });
    expect(narrow.dailyTradeLimit).toBe(3);
    const wide = merge({ minAmountMicro: 1n, maxAmountMicro: 10n ** 12n, dailyTradeLimit: 999 });
    expect(wide).toEqual(merge({}));
  });

  it("switch a product off from any side", () => {
    expect(merge({ optionEnabled: false }).option.enabled).toBe(false);
    expect(merge({ optionEnabled: true }, { optionEnabled: false }).option.enabled).toBe(false);
    expect(merge(null, {}, "GB").option.enabled).toBe(false);
    expect(merge({ manualEnabled: false }).manual.enabled).toBe(false);
    expect(merge({ manualEnabled: true }).manual.enabled).toBe(true);
    expect(merge({ aiEnabled: false }).ai.enabled).toBe(false);
    expect(merge({ aiEnabled: true }).ai.enabled).toBe(true);
  });

  it("switch a product off whose range they leave nothing of", () => {
    const { option, ai } = merge({ maxAmountMicro: 20n * MICRO });
    expect([option.enabled, ai.enabled]).toEqual([true, false]);
  });
});
